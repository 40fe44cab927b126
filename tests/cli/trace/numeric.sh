# Three tokens through a small model with the structure of LLaMA-3 8B. The page is the same on every
# machine: kernel and report use no fused multiply-add, and the values are not near the edge between
# two texts (tests/unit/test_report_walk.c, which also checks them against each other).
run 0 trace llama-3-8b --numeric
cp out page
# Full shapes by hand, from the description: K and V have 8 heads of 128, f = 14336.
out_has "full [4096, 1024]"
out_has "full [14336, 4096]"
out_has "query heads 4k to 4k+3 read KV head k, for k = 0 to 7"

json trace llama-3-8b --numeric
is schema flopwatt.walk/1
is model.id llama-3-8b
is tokens.2.word fish
is steps.0.step embedding
is steps.0.full_operand.0 128256
is steps.3.full_shape.1 1024
test "$(grep -c '^steps\.[0-9]*\.step ' flat)" -eq 24 || fail "24 steps expected"
# A token does not see later ones.
is steps.8.step scores
is steps.8.values.0.1 null
# x + attention, as it is printed.
x=$(value steps.0.values.2.1) a=$(value steps.12.values.2.1)
is steps.12.step o
is steps.13.step attn_residual
close_to residual "$(value steps.13.values.2.1)" \
    "$(awk -v a="$x" -v b="$a" 'BEGIN { printf "%.8f", a + b }')" 1e-5

run 0 trace llama-3-8b --numeric --csv
equal "columns of the gate in the full model" "$(csv full_columns gate fish)" 14336
run 0 trace gpt-3-175b --numeric --format md
out_has "LayerNorm"
out_has "GELU"
out_lacks "SiLU"
out_lacks "turn by the angle"

run 2 trace llama-3-8b --numeric --tokens 4
one_error
run 2 trace llama-3-8b --numeric --decode
one_error
run 3 trace mixtral-8x7b --numeric
one_error
err_has "the kernel does not run mixture of experts"
cat page

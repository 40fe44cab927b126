# DeepSpeed#7413: counting twice must not double; equal rows for the same model, byte for byte.
run 0 estimate llama-3-8b llama-3-8b --csv
n=$(wc -l <out)
head -n $(((n + 1) / 2)) out | tail -n +2 >first
tail -n $(((n - 1) / 2)) out >second
test -s first || fail "no rows"
cmp first second || fail "the second answer differs"
# Tensor parallelism changes bytes per device, never the model's FLOP.
json flops llama-3-8b
total=$(value prefill.total_flop)
json estimate llama-3-8b --tp 8
is prefill.total_flop "$total"

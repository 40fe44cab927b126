# The two releases have one shape: no difference at all. Exit status 0 is "yes".
run 0 compare llama-3-8b llama-3.1-8b --within 0
out_has yes
out_lacks " no"
# Case 16 (torchtitan#1920): 128 and 80 elements per head, 147,456 and 92,160 B: 37.5 % apart.
run 0 compare qwen3-4b qwen3-4b --get kv_bytes_per_token --within 0 -q
run 1 compare llama-3-8b gpt-3-175b --within 1% --get parameters -q
out_has no
json_status=1
"$FLOPWATT" compare llama-3-8b qwen3-8b --within 5% --get parameters,kv_bytes --json -q >out
test $? -eq $json_status || fail "status of --json"
awk -f "$CLI/flat.awk" out >flat
# 8,190,735,360 / 8,030,261,248 - 1 = 2.0 %; 36 layers against 32: 12.5 %.
is within.holds false
near within.quantities.0.largest_difference 0.0199837 1e-4
is within.quantities.0.within true
near within.quantities.1.largest_difference 0.125 1e-9
is within.quantities.1.within false
# What is unknown is not within anything.
run 1 compare llama-3-8b qwen3-8b --within 50% --get mfu -q
# Bad input.
run 2 compare llama-3-8b
one_error
run 2 compare llama-3-8b gpt-2 --get kv_byts
one_error
err_has "did you mean kv_bytes"
run 2 compare llama-3-8b gpt-2 --within much
one_error

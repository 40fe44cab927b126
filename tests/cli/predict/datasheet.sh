# LLaMA-3 8B at 8192 on the datasheet of an H100, by hand. Decoding reads 218,103,808 x 32 +
# 525,336,576 matrix parameters in bf16 and 8193 x 131,072 B of cache, 16.083 GB: at 3.35 TB/s
# 4.801 ms at best. Prefill: 131,943,542,816,768 FLOP (causal) and 1,050,673,152 of the LM head.
json predict llama-3-8b --hardware h100-sxm --context 8192
is schema flopwatt.predict/1
is calibrated false
is arithmetic bf16
near decode.time_s.lo 4.801e-3 0.005
near prefill.flop 131944593489920 1e-9
near peak_flop_per_s 989e12 0.001
near bytes_per_s 3.35e12 0.001
is prefill.from_range 1
# 700 W of the device for that time
near decode.energy_J.lo 3.361 0.006
for key in prefill.time_s.value prefill.tokens_per_s.lo prefill.mfu.hi prefill.bandwidth_share.value \
    prefill.ops.0.op ranges.peak_share.source ranges.bandwidth_share.rows; do
    test -n "$(value "$key")" || fail "no $key"
done
near prefill.tokens_per_s.value "$(quotient 8192 "$(value prefill.time_s.value)")" 1e-6
# Without a profile it is a range, and said so.
run 0 predict llama-3-8b --hardware h100-sxm --context 8192
out_has "has no profile: a range, not a value"
out_has "time to first token"
# More tokens, longer context: later tokens take longer.
first=$(value decode.time_s.value)
json predict llama-3-8b --hardware h100-sxm --context 8192 --tokens 2001
awk -v a="$first" -v b="$(value decode.time_s.value)" 'BEGIN { exit !(b > a) }' ||
    fail "the mean of 2001 tokens is no longer than the first"
run 2 predict --hardware h100-sxm
one_error
run 3 predict llama-3-8b --hardware no-such-device
one_error
run 3 predict llama-3-8b
one_error
err_has "flopwatt calibrate"

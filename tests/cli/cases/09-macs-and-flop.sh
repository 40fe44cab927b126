# calculate-flops.pytorch#64: Llama-2-7B, 128 tokens, 850.00 GMAC = 1.70 TFLOP.
json flops llama-2-7b --context 128 --lm-head all
is prefill.total_flop 1700001742848
json show llama-2-7b
is parameters.matmul 6607077376
run 0 flops llama-2-7b --context 128 --lm-head all --conventions --csv
grep -q ",1700001742848,850000871424," out || fail "no row with FLOP and MAC side by side"
# One token: about 2 FLOP per parameter.
json flops llama-2-7b --context 1 --lm-head all
close_to "FLOP per parameter of one token" \
    "$(quotient "$(value prefill.total_flop)" 6738415616)" 2 0.03

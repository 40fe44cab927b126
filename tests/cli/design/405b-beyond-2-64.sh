# Llama 3.1 405B: exact digits beyond 2^53 and 2^64. Case 25 of the public trackers
# (Megatron-DeepSpeed#40); M = 403,747,897,344.
json flops llama-3.1-405b --context 131072 --lm-head all
is prefill.total_flop 247703477063516160
is prefill.total_flop_string 247703477063516160
json flops llama-3.1-405b --context 1000000 --lm-head all
is prefill.total_flop 9065031794688000000
json flops llama-3.1-405b --batch 8 --context 1000000 --lm-head all
is prefill.total_flop 72520254357504000000
is prefill.total_flop_string 72520254357504000000
json train llama-3.1-405b --tokens 15.6T
is training.flop_6nt 37987877191680000000000000
json show llama-3.1-405b
is parameters.total 405853388800
is parameters.matmul 403747897344
# Beyond 2^127 there is an error, no wrapped number.
run 3 flops llama-3.1-405b --context 1e12 --batch 1e12
one_error
err_has "2^127"

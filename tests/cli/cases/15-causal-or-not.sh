# maxtext#1972: Llama-2-7B, 4096 tokens. causal exact = C(4096,4096) pairs.
json flops llama-2-7b --context 4096
is prefill.attention_full_flop 8796093022208
is prefill.attention_causal_flop 4399120252928
is prefill.attention_half_flop 4398046511104
# The convention is named in every output.
is workload.attention full
run 0 flops llama-2-7b --context 4096
out_has "Attention full"
# One token is one pair, or half of one.
json flops llama-2-7b --context 1
is prefill.attention_causal_flop 524288
is prefill.attention_half_flop 262144

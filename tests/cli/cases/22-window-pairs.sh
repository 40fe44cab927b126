# Megatron-Bridge#3947: exact causal pairs in a window. C(4096,128) = 516,160;
# C(32768,4096) = 125,831,168.
json flops -m "L=1 d=64 h=1 f=1 V=1 W=128" --context 4096
is prefill.attention_causal_flop $((4 * 64 * 516160))
json flops mistral-7b-v0.1 --context 32768
is prefill.attention_causal_flop $((32 * 4 * 4096 * 125831168))
# A window beyond the context is none: C(T,T).
json flops -m "L=1 d=64 h=1 f=1 V=1 W=4096" --context 4096
is prefill.attention_causal_flop $((4 * 64 * 4096 * 4097 / 2))

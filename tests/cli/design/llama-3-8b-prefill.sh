# Prefill of 8192 tokens. DESIGN section 7.
json estimate llama-3-8b --context 8192
is prefill.tokens 8192
is prefill.groups.0.linear_flop 3573412790272
is prefill.groups.0.attention_full_flop 1099511627776
is prefill.groups.0.attention_causal_flop 549822922752
is prefill.layers_full_flop 149533581377536
is prefill.layers_causal_flop 131943542816768
is prefill.lm_head_last_flop 1050673152
# the total is that of the 32 layers and the last row
is prefill.total_flop 149534632050688
json flops llama-3-8b --context 8192 --attention causal --lm-head none
is prefill.total_flop 131943542816768

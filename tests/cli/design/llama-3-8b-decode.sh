# Decode of token 8193. DESIGN section 7.
json estimate llama-3-8b --context 8192
is decode.attended_tokens 8193
is decode.groups.0.linear_flop 436207616
is decode.groups.0.attention_flop 134234112
is decode.layers_flop 18254135296
is decode.total_flop 19304808448
# The trace of that token adds up to the same.
run 0 trace llama-3-8b --decode --context 8192
out_has "= 19,304,808,448 FLOP"

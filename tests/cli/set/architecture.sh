# --set takes full names, short names and aliases; dependent keys stay consistent or it is refused.
for key in num_key_value_heads kv_heads h_kv num_kv_heads; do
    json kv llama-3-8b --context 8192 --set "$key=32"
    is kv_cache.bytes 4294967296
done
json show llama-3-8b -s L=16 -s num_hidden_layers=8
is model.num_hidden_layers 8
# head_dim is stated in the file, so it stays; null takes the default hidden_size / heads
json show llama-3-8b --set num_attention_heads=16
is model.head_dim 128
json show llama-3-8b --set num_attention_heads=16 --set head_dim=null
is model.head_dim 256
run 3 kv llama-3-8b --set kv_heads=5
one_error
err_has "num_key_value_heads: expected a divisor of num_attention_heads 32, got 5"
run 2 kv llama-3-8b --set kv_haeds=4
one_error
err_has "did you mean kv_heads?"
run 2 kv llama-3-8b --set L=many
one_error
err_has "num_hidden_layers"
run 2 kv llama-3-8b --set L
err_has "expected KEY=VALUE"
run 2 kv llama-3-8b --set =4
one_error
run 2 kv llama-3-8b --set vocab_size=null
one_error

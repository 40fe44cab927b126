# mlxcel#927, transformers#24523: multi_query is one KV head; key names of GPT-2.
json kv -m "n_layer=24 n_embd=2048 n_head=16 multi_query=true mlp=gelu V=49280" --context 8192
is kv_cache.bytes 100663296
json kv -m "n_layer=24 n_embd=2048 n_head=16 mlp=gelu V=49280" --context 8192
is kv_cache.bytes 1610612736
json kv gpt-2 --context 8192
is kv_cache.bytes 301989888
json kv falcon-7b
is kv_cache.bytes_per_token 8192
json kv falcon-7b --set multi_query=false --set kv_heads=71
is kv_cache.bytes_per_token 581632

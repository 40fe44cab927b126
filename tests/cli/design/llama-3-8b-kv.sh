# KV cache of LLaMA-3 8B in bf16. DESIGN section 7: 2 x 8 x 128 elements a layer and token.
json kv llama-3-8b --context 8192
is kv_cache.elements_per_token 65536
is kv_cache.groups.0.elements_per_token 2048
is kv_cache.bytes_per_token_per_layer 4096
is kv_cache.bytes_per_token 131072
is kv_cache.bytes 1073741824
is kv_cache.bytes_if_mha 4294967296

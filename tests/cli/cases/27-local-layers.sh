# unsloth#4757: Gemma-3-27B at 131,072 tokens: 10.41 GiB with 52 local layers, 10 global ones.
json kv gemma-3-27b --context 131072
is kv_cache.bytes 11173625856
json kv gemma-3-27b --context 131072 --set use_sliding_window=false
is kv_cache.bytes 66571993088
# mesh cases of #37: never smaller than one token in each layer
json kv gemma-3-27b --context 1
is kv_cache.bytes 507904
json kv gemma-3-27b --context 512
is kv_cache.bytes 260046848

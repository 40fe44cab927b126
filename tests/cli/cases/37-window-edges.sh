# turboquant-mlx#52, hf-mem#60: null, 0, -1 and use_sliding_window: false all say: no window.
json kv mistral-7b-v0.1 --context 32768 --set sliding_window=null
none=$(value kv_cache.bytes)
equal "no window" "$none" $((131072 * 32768))
for setting in sliding_window=0 sliding_window=-1 use_sliding_window=false; do
    json kv mistral-7b-v0.1 --context 32768 --set "$setting"
    is kv_cache.bytes "$none"
done
json kv mistral-7b-v0.1 --context 32768
is kv_cache.bytes $((131072 * 4096))
run 2 kv mistral-7b-v0.1 --set sliding_window=-2
one_error

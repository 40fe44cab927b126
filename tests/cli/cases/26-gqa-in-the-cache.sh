# vllm-fit#2, vllm#29736: cache per token and per context; Qwen-72B has no GQA, Llama-2-70B has.
json kv llama-2-7b
is kv_cache.bytes_per_token 524288
json kv -m "L=80 d=8192 h=64 f=24576 V=152064" --context 8192
is kv_cache.bytes 21474836480
json kv llama-2-70b --context 8192
is kv_cache.bytes 2684354560
json kv -m "L=36 d=4096 h=32 kv_heads=8 f=1 V=1" --context 32768
is kv_cache.bytes 4831838208
json kv -m "L=36 d=4096 h=32 kv_heads=8 f=1 V=1" --context 262144
is kv_cache.bytes 38654705664
# Heads, KV heads, head width and the ratio stand beside the bytes.
run 0 kv llama-2-70b --context 8192
for word in Heads "KV heads" "Head dim" Share "12.5 %"; do
    out_has "$word"
done

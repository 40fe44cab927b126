# LMCache#694: DeepSeek-V3 caches 61*(512+64)*2 bytes a token; uncompressed is another figure.
json kv deepseek-v3 --context 163840
is kv_cache.bytes_per_token 70272
is kv_cache.bytes 11513364480
json kv deepseek-v3 --context 65536 --kv-dtype int4
is kv_cache.bytes $((61 * 18 * 1048576))
json kv deepseek-v3 --context 65536
is kv_cache.bytes_if_mha $((305 * 1073741824))

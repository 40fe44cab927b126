# insidellms.com, a Hacker News answer on Gemma-2-27B, KVDirect#2: one command each.
json kv llama-2-70b --context 1
is kv_cache.bytes 327680
is kv_cache.bytes_if_mha 2621440
json kv llama-2-70b --context 100000
is kv_cache.bytes 32768000000
json kv gemma-2-27b --context 1M --kv-dtype int8 --set use_sliding_window=false
is kv_cache.bytes 188416000000
json kv gemma-2-27b --context 1M --kv-dtype int8
is kv_cache.bytes 94593875968
# 16K prompt of a 70B on one of eight devices: 640 MiB
json kv llama-2-70b --context 16Ki --tp 8
is per_device.4.what "bytes of KV cache"
is per_device.4.per_device $((640 * 1048576))
# KV heads are replicated where there are fewer than devices: a head each.
json kv llama-2-70b --context 16Ki --tp 64
is per_device.4.per_device $((640 * 1048576))

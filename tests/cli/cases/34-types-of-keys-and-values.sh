# ik_llama.cpp#92: K q8_0, V iq4_nl, 2048 cells: 68 + 36 = 104 MiB. llama-cpp-python#66.
json kv llama-3.1-8b --context 2048 --kv-dtype q8_0,iq4_nl
is kv_cache.bytes $((104 * 1048576))
is workload.k_dtype q8_0
is workload.v_dtype iq4_nl
json kv -m "L=60 d=6656 h=52 f=17920 V=32000" --context 512 --kv-dtype f16
is kv_cache.bytes $((780 * 1048576))
json kv -m "L=60 d=6656 h=52 f=17920 V=32000" --context 512 --kv-dtype float32
is kv_cache.bytes 1635778560

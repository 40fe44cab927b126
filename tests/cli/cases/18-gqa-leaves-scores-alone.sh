# OLMo-core#478: KV heads change projections, parameters and cache, never the score FLOP.
json estimate llama-3-8b --context 8192
before=$(value prefill.attention_full_flop)
equal "4 L H d T per token" "$before" $((4294967296 * 8192))
json estimate llama-3-8b --context 8192 --set num_key_value_heads=32
is prefill.attention_full_flop "$before"
is parameters.total 8835567616
is kv_cache.bytes 4294967296

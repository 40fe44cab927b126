# torchtitan#1920: Qwen3-4B, head_dim 128 and not 2560/32 = 80.
json estimate qwen3-4b --context 4096
is parameters.total 4022468096
is parameters.matmul 4022272000
is kv_cache.bytes_per_token 147456
# per token, training: 7,247,757,312 = 3 x this / 4096
is prefill.attention_full_flop 9895604649984

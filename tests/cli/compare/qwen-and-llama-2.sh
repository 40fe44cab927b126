# Case 26 (llama.cpp#6032): "8x the VRAM, is it a bug?" No GQA in one of them: 80 layers with 64
# KV heads of 128 take 20 GiB at 8,192 tokens, Llama-2-70B with 8 of them 2.5 GiB.
mha="L=80 d=8192 h=64 f=24576 V=152064"
run 0 compare llama-2-70b -m "$mha" --context 8192 --get kv_bytes,kv_bytes_per_token --csv -q
equal "8 KV heads" "$(csv model_1 kv_bytes)" 2684354560
equal "64 KV heads" "$(csv model_2 kv_bytes)" 21474836480
equal "8 x" "$(csv ratio_2 kv_bytes)" 8
run 0 compare llama-2-70b -m "$mha" --context 8192 -q
out_has "key-value head"

# One value for each kind of layer. Case 27 (unsloth#4757): Gemma 3 27B at 131,072 tokens, 52 local
# layers of 1,024 tokens, 10 global ones; 16 heads x 128 x 2 x 2 B = 8,192 B per token and layer.
"$FLOPWATT" explain kv_bytes gemma-3-27b --context 131072 --json -q >out || fail "explain"
awk -f "$CLI/flat.awk" out >flat
ran="explain kv_bytes gemma-3-27b"
is value 11173625856
is rows.1.groups.0.layers 52
is rows.1.groups.0.value 8388608
is rows.1.groups.1.layers 10
is rows.1.groups.1.value 1073741824
# DeepSeek-V3: 3 dense layers of 18,432, 58 with 256 experts and a shared one of 2,048.
run 0 explain W_up deepseek-v3
out_has "7,168 × 18,432"
out_has "7,168 × (2,048 + 256 × 2,048)"
out_has "3,772,776,448"
# MLA: the cache is that of the latent (case 28): 512 + 64 elements of 2 B in 61 layers.
run 0 explain kv_bytes_per_token deepseek-v3
out_has "70,272"

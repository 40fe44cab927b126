# GPT style: LayerNorm, learned positions, biases, two matrices, tied. 12 rows of operations.
run 0 bench -q -m "L=1 d=32 h=4 f=128 V=61 norm=layernorm position=learned mlp=gelu \
    max_position_embeddings=16 attention_bias=true mlp_bias=true tied=true" \
    --tokens 9 --decode 0 --repeat 1 --threads 1 --variant portable --csv
equal "all equal" "$(csv equal | sort -u)" true
equal operations "$(csv op | tr '\n' ' ')" "embedding attn_norm q k v cache scores softmax av o \
attn_residual ffn_norm up act down ffn_residual final_norm lm_head total "
equal "one variant" "$(csv variant | sort -u)" portable-bf16
# 2 x 9 x 32 x 128, and the whole: 9 rows x 2 x (4 x 32^2 + 2 x 32 x 128) + pairs 45 x 4 heads x
# 4 x 8 + head 2 x 32 x 61
equal up "$(csv counted_flop up)" $((2 * 9 * 32 * 128))
equal total "$(csv counted_flop total)" \
    $((9 * 2 * (4 * 32 * 32 + 2 * 32 * 128) + 45 * 4 * 4 * 8 + 2 * 32 * 61))
# weights of the product in bf16, bias in f32
equal "weights of up" "$(csv bytes_weights up)" $((32 * 128 * 2 + 128 * 4))

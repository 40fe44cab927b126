# Weights from a file, as CSV. A llama2.c file is a header of seven 32-bit numbers (width, FFN,
# layers, heads, KV heads, vocabulary, length) and floats; here all of them are zero.
model="L=1 d=8 h=2 f=16 V=10 tied=true"
printf '\010\0\0\0\020\0\0\0\001\0\0\0\002\0\0\0\002\0\0\0\012\0\0\0\020\0\0\0' >header
cp header cut.bin
run 3 bench -q -m "$model" --weights cut.bin --tokens 3
one_error
err_has "(truncated)"
# 10 x 8 embedding, 8 + 8 + 8 norms, 4 x 8^2 attention, 3 x 8 x 16 FFN, and 2 x 16 x 4 / 2 that
# older files keep for the rotation
size=$((4 * (80 + 24 + 4 * 64 + 3 * 128 + 64)))
head -c "$size" /dev/zero | cat header - >zero.bin
run 0 bench -q -m "$model" --weights zero.bin --dtype f32 --variant reference --tokens 3 \
    --decode 2 --at 4 --repeat 1 --csv
equal "all equal" "$(csv equal | sort -u)" true
equal "one variant" "$(csv variant | sort -u)" reference
equal "type of the weights" "$(csv dtype | sort -u)" fp32
equal operations "$(csv op prefill | tr '\n' ' ')" "embedding attn_norm q k v rope cache scores \
softmax av o attn_residual ffn_norm gate up act down ffn_residual final_norm lm_head total "
equal "runs of decode" "$(csv runs decode total)" 2
# 3 rows x 2 x 8 x 16; all: 3 rows x 2 x (4 x 8^2 + 3 x 8 x 16), pairs 6 x 2 heads x 4 x 4, head
equal up "$(csv counted_flop prefill up)" $((3 * 2 * 8 * 16))
equal total "$(csv counted_flop prefill total)" \
    $((3 * 2 * (4 * 64 + 3 * 8 * 16) + 6 * 2 * 4 * 4 + 2 * 8 * 10))
equal "weights of up" "$(csv bytes_weights prefill up)" $((8 * 16 * 4))
run 3 bench -q -m "$model f=24" --weights zero.bin --tokens 3
one_error
echo "this file holds no weights at all" >text
run 3 bench -q -m "$model" --weights text --tokens 3
one_error
err_has "not a weight file"
run 4 bench -q -m "$model" --weights absent.bin --tokens 3
one_error

# Weights from a file, as text. A llama2.c file is a header of seven 32-bit numbers (width, FFN,
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
    --decode 2 --at 4 --repeat 1
out_has "from zero.bin"
out_has "prefill of 3 tokens: median of 1 run"
out_has "decode after 4 tokens: median of 2 runs"
out_has "reference"
out_lacks "DIFFERENT"
run 3 bench -q -m "$model f=24" --weights zero.bin --tokens 3
one_error
echo "this file holds no weights at all" >text
run 3 bench -q -m "$model" --weights text --tokens 3
one_error
err_has "not a weight file"
run 4 bench -q -m "$model" --weights absent.bin --tokens 3
one_error

# What cannot be timed is refused at once, before memory is taken.
small="L=2 d=64 h=4 f=160 V=97"
run 2 bench
one_error
run 2 bench -q -m "$small" --tokens 0
one_error
err_has "--tokens: expected 1 token or more, got 0"
run 2 bench -q -m "$small" --tokens 4,0
one_error
run 2 bench -q -m "$small" --tokens 4,,5
one_error
run 2 bench -q -m "$small" --at 0
one_error
run 2 bench -q -m "$small" --tokens none --decode 0
one_error
run 2 bench -q -m "$small" --tokens 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17
one_error
run 2 bench -q -m "$small" --threads 4096
one_error
err_has "4096 threads asked for"
run 2 bench -q -m "$small" --variant avx512-f23
one_error
err_has "nearest: avx512-f32"
run 2 bench -q -m "$small" --layers 3
one_error
err_has "3 layers asked for, the model has 2"
run 2 bench -q -m "$small" --dtype q4_0
one_error
run 2 bench -q -m "$small" --repeat 1001
one_error
run 2 bench -q -m "$small position=learned max_position_embeddings=8" --tokens 9
one_error
err_has "only 8 learned positions"
run 2 bench llama-3-8b gpt-2
one_error
run 3 bench mixtral-8x7b
one_error
err_has "does not run mixture of experts"
# 100 layers of 12 x 65536^2 parameters in bf16: 10 TB
run 4 bench -q -m "L=100 d=65536 h=512 f=262144 V=97 mlp=gelu"
one_error
err_has "of 100 layers would fit"

# maxtext#644: TFLOP per step of 12 x 2048 tokens, full attention, after the change.
step()
{
    json train "$1" --tokens "$2" --sequence-length "$3" --rule matmul-full
    close_to "$1" "$(quotient "$(value training.flop)" 1e12)" "$4" "$5"
}
step llama-2-7b 24576 2048 1053.4 5e-5
step llama-2-13b 24576 2048 2018.7 3e-5
step llama-2-70b 24576 2048 10528.0 5e-6
step mistral-7b-v0.1 24576 2048 1127.6 5e-5
step gemma-7b 24576 2048 1328.2 4e-5
step gemma-2b 24576 2048 391.8 1.3e-4
# 2 of 8 experts and the router: 1,959.02, not 6,946.5; #678: 79.98
step mixtral-8x7b 24576 2048 1959.02 5e-6
step mixtral-8x7b 1024 1024 79.98 5e-5

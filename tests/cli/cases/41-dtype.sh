# accelerate#3383: the user's type wins; an absent one is named; an unknown one is an error.
json estimate llama-3.2-1b
is memory.weights_bytes 2471628800
json estimate llama-3.2-1b --dtype float32
is memory.weights_bytes 4943257600
json estimate llama-3.2-1b --dtype int8
is memory.weights_bytes 1235814400
json estimate llama-3.2-1b --set dtype=int4
is memory.weights_bytes 617907200
run 2 estimate llama-3.2-1b --dtype bf61
one_error
err_has "expected one of fp64"
run 0 estimate -m "L=1 d=64 h=1 f=64 V=10"
err_has "dtype is not stated: bf16 assumed"

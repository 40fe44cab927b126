# A profile of products alone: 2 us + FLOP / (100 GFLOP/s), so the query projection of 64 tokens at
# d = 512 takes 2 us + 2 x 64 x 512 x 512 / 1e11 = 337.5 us in each of two layers.
awk 'BEGIN {
    print "op,m,n,k,dtype,time_s"
    for (m = 16; m <= 1024; m *= 2)
        for (n = 256; n <= 1024; n *= 2)
            printf "matmul,%d,%d,%d,bf16,%.9g\n", m, n, 512, 2e-6 + 2 * m * n * 512 / 1e11
}' >t.csv
run 0 calibrate --from t.csv -o box.yaml
cp box.yaml bare.yaml
printf 'memory:\n  bandwidth: 10e9\n' >>box.yaml
model="L=2 d=512 h=8 f=1024 V=256 dtype=bf16"
run 0 predict -q -m "$model" --hardware ./box.yaml --context 64 --csv
cat out >prediction.csv
close_to "q of two layers" "$(csv time_s prefill q)" 675e-6 0.02
close_to "up of two layers" "$(csv time_s prefill up)" 1346e-6 0.02
# Peaks without a bandwidth bound nothing, and no curve of a norm is there.
run 3 predict -q -m "$model" --hardware ./bare.yaml --context 64
one_error

# The kernel at work beside the prediction: the keys of the contract. Times are not judged.
awk 'BEGIN {
    print "op,m,n,k,dtype,time_s"
    for (m = 16; m <= 1024; m *= 2)
        for (n = 256; n <= 1024; n *= 2)
            printf "matmul,%d,%d,%d,bf16,%.9g\n", m, n, 512, 2e-6 + 2 * m * n * 512 / 1e11
}' >t.csv
run 0 calibrate --from t.csv -o box.yaml
printf 'memory:\n  bandwidth: 10e9\n' >>box.yaml
model="L=2 d=64 h=4 f=160 V=97 dtype=bf16"
json predict -q -m "$model" --verify --hardware ./box.yaml --context 20 --threads 1
is schema flopwatt.verify/1
for key in what predicted_s lo_s hi_s measured_s error inside; do
    test -n "$(value "points.0.$key")" || fail "no points.0.$key"
done
for key in median_abs_error p90_abs_error coverage operations.points; do
    test -n "$(value "$key")" || fail "no $key"
done
is passes.points 2
close_to "error of the first" "$(value points.0.error)" \
    "$(awk -v p="$(value points.0.predicted_s)" -v m="$(value points.0.measured_s)" \
        'BEGIN { print p / m - 1 }')" 1e-4
run 0 predict -q -m "$model" --verify --hardware ./box.yaml --context 20 --threads 1 -o v.svg
grep -q "</svg>" v.svg || fail "no drawing"
out_has "whole passes"

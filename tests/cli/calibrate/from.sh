# Timings made by hand: 2 us + FLOP / (100 GFLOP/s), far from any memory bound. The fit finds both
# again, and says what it was given.
awk 'BEGIN {
    print "op,m,n,k,dtype,time_s"
    for (m = 64; m <= 1024; m *= 2)
        for (n = 256; n <= 1024; n *= 2)
            printf "matmul,%d,%d,%d,bf16,%.9g\n", m, n, 512, 2e-6 + 2 * m * n * 512 / 1e11
}' >t.csv
json calibrate --from t.csv -o box.yaml
is schema flopwatt.calibrate/1
is profile box.yaml
is timings 15
is residuals.0.rows 15
# parameter NAME: its value
parameter()
{
    awk -v name="$1" '$1 ~ /^parameters\.[0-9]+\.parameter$/ && $2 == name {
        sub(/parameter$/, "value", $1); want = $1 } { v[$1] = $2 } END { print v[want] }' flat
}
close_to peak "$(parameter peak)" 1e11 0.01
close_to overhead "$(parameter overhead)" 2e-6 0.05
test -z "$(awk '/^residuals\.0\.worst/ { if ($2 > 0.02) print }' flat)" || fail "residuals above 2 %"
# The profile is hardware like any other, and the same input gives the same bytes.
run 0 hardware --csv
run 0 estimate llama-3-8b --hardware ./box.yaml
run 2 calibrate --from t.csv -o box.yaml
one_error
run 0 calibrate --from t.csv -o again.yaml
cmp -s box.yaml again.yaml || fail "the same timings gave another profile"
out_has "100 GFLOP/s"
# In the user's folder, under its name.
mkdir home
HOME=$PWD/home run 0 calibrate --from t.csv
test -f home/.config/flopwatt/hardware.d/this-machine.yaml || fail "no profile this-machine"

# What cannot be a timing, with file, line and key.
printf 'op,m,n,k,dtype,time_s\nmatmul,512,512,512,bf16,0\n' >zero.csv
run 3 calibrate --from zero.csv -o p.yaml
err_has "zero.csv:2:"
test ! -e p.yaml || fail "a profile all the same"
# 2 x 4096^3 FLOP in 10 us: 13.7 PFLOP/s, an H100 does 0.989.
printf 'op,m,n,k,dtype,time_s\nmatmul,4096,4096,4096,bf16,1e-5\n' >fast.csv
run 3 calibrate --from fast.csv --hardware h100-sxm -o p.yaml
one_error
err_has "fast.csv:2"
err_has "of the peak"
run 3 calibrate --from nowhere.csv -o p.yaml
one_error
run 2 calibrate --quick --full -o p.yaml
one_error
run 2 calibrate --threads 4096 -o p.yaml
one_error
run 2 calibrate --dtype q4_0 -o p.yaml
one_error
run 2 calibrate llama-3-8b -o p.yaml
one_error

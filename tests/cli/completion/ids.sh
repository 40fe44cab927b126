# The ids that the shells ask for.
run 0 completion models
out_has llama-3-8b
run 0 completion hardware
out_has h100-sxm
run 0 completion grids
grep -qx fra out || fail "no grid fra"
run 2 completion fish
one_error
run 2 completion
one_error

# Without an MFU: those of disclosed runs, 0.139 to 0.514. By hand, 6 x 8e9 x 1e12 FLOP at
# 989.5 TFLOP/s: 4.8e22 / 989.5e12 / 3600 = 13,474.8 hours at MFU 1.
run 0 train --parameters 8e9 --tokens 1e12 --hardware h100-sxm --json
awk -f "$CLI/flat.awk" out >flat
is ranges.0.quantity mfu
near ranges.0.at_least_mfu 0.139 0.01
near ranges.0.at_largest_mfu 0.514 0.01
is ranges.1.quantity device_hours
close_to "hours at the least MFU" "$(value ranges.1.at_least_mfu)" \
    "$(quotient 13474.8 "$(value ranges.0.at_least_mfu)")" 0.001
run 0 train --parameters 8e9 --tokens 1e12 --hardware h100-sxm
out_has "MFU is not given"
# With an MFU there is nothing to guess.
run 0 train --parameters 8e9 --tokens 1e12 --hardware h100-sxm --mfu 40%
out_lacks "MFU is not given"
run 0 train llama-3-8b
out_lacks "MFU is not given"

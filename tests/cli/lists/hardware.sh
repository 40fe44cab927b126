# Dense peaks, memory, bandwidth, power; unverified fields are marked.
run 0 hardware
out_has h100-sxm
out_has "989.5 TFLOP/s"
run 0 hardware h100-sxm
out_has "3.35 TB/s"
out_has "700 W"
run 0 hardware a10g
out_has "unverified"
json hardware v100-sxm2-32gb
is hardware.0.bf16_flop_per_s null
is hardware.0.fp16_flop_per_s 125000000000000
run 0 hardware --csv
equal "as many as files" "$(tail -n +2 out | wc -l | tr -d ' ')" \
    "$(ls "$ROOT"/hardware.d/*.yaml | wc -l | tr -d ' ')"
# its use says so, too
run 0 train llama-3-8b --hardware a10g --tokens 1T
err_has "hardware a10g: bf16 is unverified"

# The variants of the kernel; what runs on every machine is marked so.
run 0 bench --list
out_has "reference"
out_has "portable-f32"
json bench --list
is schema flopwatt.bench/1
is variants.0.variant reference
is variants.0.available true
run 0 bench --list --csv
equal "portable runs everywhere" "$(csv available portable-bf16)" true
equal "so many variants" "$(sed 1d out | wc -l | tr -d ' ')" 6
run 2 bench llama-3-8b --list
one_error

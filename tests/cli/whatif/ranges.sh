# Ranges hold both ends, exactly for counts and in spite of rounding for real numbers.
column()
{
    run 0 whatif llama-3-8b --sweep "$1" --get kv_bytes --csv -q
    sed 1d out | cut -d, -f1 | tr '\n' ' '
}
equal "x2" "$(column context=1..10:x2)" "1 2 4 8 "
equal "+3" "$(column context=1..10:+3)" "1 4 7 10 "
equal "list" "$(column context=8Ki,1,2k)" "8192 1 2000 "
equal "one value" "$(column context=7..7:x2)" "7 "
equal "beyond 2^53" "$(column tokens=9007199254740993..9007199254740995:+1)" \
    "9007199254740993 9007199254740994 9007199254740995 "
equal "per cent" "$(column mfu=10%..30%:+10%)" "0.1 0.2 0.3 "
equal "tenths" "$(column mfu=0.1..0.7:+0.1)" "0.1 0.2 0.3 0.4 0.5 0.6 0.7 "
equal "watts" "$(column power=300W..700W:+200W)" "300 500 700 "
equal "words" "$(column mlp=swiglu,gelu)" "swiglu gelu "
# The values reach the model: energy of 1.3M hours at 300, 500, 700 W in kWh.
run 0 whatif llama-3-8b --sweep power=300W..700W:+200W --get energy_kWh --csv -q
equal "energy" "$(sed 1d out | cut -d, -f2 | tr '\n' ' ')" "390000 650000 910000 "
# Days for 1,024 H100 at several MFU: 6 N T / (1024 x 989.5e12 x MFU x 86400).
run 0 whatif llama-3-8b --set devices=1024 --set hardware=h100-sxm --sweep mfu=20%,40% --get days \
    --csv -q
close_to "days at 40 %" "$(sed -n 3p out | cut -d, -f2)" \
    "$(awk 'BEGIN { printf "%.12g", 7.2272351232e23 / (1024 * 989.5e12 * 0.4 * 86400) }')" 1e-9
# Hardware and grids vary too.
run 0 whatif llama-3-8b --sweep hardware=a100-sxm-80gb,h100-sxm --get peak --csv -q
equal "peaks" "$(sed 1d out | cut -d, -f2 | tr '\n' ' ')" "312000000000000 989500000000000 "
run 0 whatif bloom-176b --sweep grid=fra,usa --get emissions_kg --csv -q
equal "rows" "$(wc -l <out)" 3

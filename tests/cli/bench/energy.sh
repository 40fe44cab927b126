# The counters of the processor packages, simulated: 200 uJ are added some hundred times a second,
# and the counter starts again at 100 J. Without counters the energy is unknown, never 0.
mkdir -p cap/intel-rapl:0
echo package-0 >cap/intel-rapl:0/name
echo 100000000 >cap/intel-rapl:0/max_energy_range_uj
echo 99990000 >cap/intel-rapl:0/energy_uj
(
    i=99990000
    while test -d cap; do
        i=$(((i + 200) % 100000000))
        echo "$i" >next && mv next cap/intel-rapl:0/energy_uj
    done
) 2>/dev/null &
counter=$!
model="L=2 d=256 h=4 h_kv=2 f=704 V=5000"
FLOPWATT_POWERCAP=$PWD/cap
export FLOPWATT_POWERCAP
json bench -q -m "$model" --tokens 256 --decode 40 --at 64 --repeat 80 --threads 1
total=$(value phases.0.energy_J)
test -n "$total" && test "$total" != null || fail "no energy of the pass"
awk -v e="$total" 'BEGIN { exit !(e > 0 && e < 100) }' || fail "energy $total J"
close_to "J per token" "$(value phases.0.energy_J_per_token)" \
    "$(awk -v e="$total" 'BEGIN { printf "%.12g", e / 256 }')" 1e-6
sum=$(awk 'index($1, "phases.0.ops.") == 1 && $1 ~ /\.energy_J$/ { s += $2 }
    END { printf "%.12g", s }' flat)
close_to "the operations together" "$sum" "$total" 1e-6
# Idle power is taken off: 1 kW is far more than there is.
json bench -q -m "$model" --tokens 64 --decode 0 --repeat 3 --threads 1 --idle-power 1000
awk -v e="$(value phases.0.energy_J)" 'BEGIN { exit !(e < 0) }' || fail "idle power was not taken off"
run 0 bench -q -m "$model" --tokens 64 --decode 0 --repeat 3 --threads 1
out_has "J/token"
kill "$counter"
wait "$counter" 2>/dev/null
rm -r cap
FLOPWATT_POWERCAP=$PWD/none
json bench -q -m "$model" --tokens 64 --decode 0 --repeat 3 --threads 1
is phases.0.energy_J null
is phases.0.ops.1.energy_J null
run 0 bench -q -m "$model" --tokens 64 --decode 0 --repeat 3 --threads 1
out_has "unknown: "

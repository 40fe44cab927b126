# Ctrl-C while the machine is measured: status 130, where it goes on, and no profile.
"$FLOPWATT" calibrate --no-progress --threads 1 -o box.yaml >out 2>err &
pid=$!
sleep 3
kill -INT "$pid"
wait "$pid"
got=$?
test "$got" -eq 130 || fail "status $got, expected 130: $(head -n 3 err)"
grep -q "interrupted; the same command goes on from box.timings.csv" err || fail "says: $(cat err)"
test ! -e box.yaml || fail "a profile of half a measurement"

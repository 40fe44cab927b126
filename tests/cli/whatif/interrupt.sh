# SIGINT ends a sweep after a row: what is done is printed, the status is 130; a file is whole or
# not there. A background process starts with SIGINT ignored, so it is sent until it arrives.
interrupt()
{
    "$FLOPWATT" whatif llama-3-8b --sweep context=1..900000:+1 --get kv_bytes "$@" >out 2>err &
    pid=$!
    ran="an interrupted sweep"
    sleep 0.3
    while kill -INT $pid 2>/dev/null; do
        sleep 0.1
    done
    wait $pid
    equal "status" $? 130
    err_has "interrupted after"
}
interrupt --csv
tail -n 1 out | grep -qE '^[0-9]+,[0-9]+$' || fail "the last row is not whole"
awk -F, 'NR > 1 && ($1 != NR - 1 || $2 != 131072 * $1) { bad = 1 } END { exit bad || NR < 2 }' out ||
    fail "rows are missing or wrong"
interrupt -o x.csv
test ! -e x.csv || fail "half a file was left"
interrupt --json
tail -n 3 out | grep -q '"complete": false' || fail "the end of the JSON is missing"

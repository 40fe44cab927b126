# What can be explained, without a model; docs/equations.md and docs/symbols.md are these lists.
run 0 explain --list
out_has "kv_bytes"
out_has "W_Q"
run 0 explain --list --csv
grep -q '^kv_bytes,quantity,B,kv_cache.bytes,' out || fail "kv_bytes is not listed"
grep -q '^W_Q,row of one layer,parameters,,' out || fail "W_Q is not listed"
# Every name of the list can be explained.
sed 1d out | cut -d, -f1 >names
test "$(wc -l <names)" -gt 150 || fail "only $(wc -l <names) names"
while read -r name; do
    "$FLOPWATT" explain "$name" llama-3-8b --json -q >one 2>err2 ||
        fail "explain $name: $(cat err2)"
done <names
run 0 explain --equations --csv
grep -q '^W_O,layer,parameters,h\*d_v\*d,' out || fail "W_O is not listed"
grep -q '^energy_it,chain,J,host_factor x energy_chip,' out || fail "a link is not listed"
run 0 explain --equations --format md
cmp -s out "$ROOT/docs/equations.md" || fail "docs/equations.md is not what is compiled: make docs"
run 0 explain --symbols --format md
cmp -s out "$ROOT/docs/symbols.md" || fail "docs/symbols.md is not what is compiled: make docs"

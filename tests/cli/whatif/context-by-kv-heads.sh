# The sweep of the design: 8 contexts x 6 numbers of KV heads, the first key slowest; a header and
# 48 rows. 2 x 32 layers x 8 heads x 128 x 2 B x 131,072 tokens = 17,179,869,184 B.
run 0 whatif llama-3-8b --sweep context=1Ki..128Ki:x2 --sweep kv_heads=1,2,4,8,16,32 \
    --get kv_bytes --csv
equal "lines" "$(wc -l <out)" 49
equal "header" "$(head -n 1 out)" context,kv_heads,kv_bytes
equal "first row" "$(sed -n 2p out)" 1024,1,16777216
equal "second row" "$(sed -n 3p out)" 1024,2,33554432
equal "last row" "$(tail -n 1 out)" 131072,32,68719476736
grep -qx 131072,8,17179869184 out || fail "131072 tokens, 8 heads"
# Every row by hand: 2 x 32 x heads x 128 x 2 x context.
awk -F, 'NR > 1 && $3 != 2 * 32 * $2 * 128 * 2 * $1 { bad = 1 } END { exit bad }' out ||
    fail "a row is wrong"
# The command line that gives the same again, and what warnings there were.
err_has "flopwatt whatif llama-3-8b --sweep context=1Ki..128Ki:x2 --sweep kv_heads=1,2,4,8,16,32 --get kv_bytes --csv"
err_has "24 of 48 points"
cp out first
eval "$(sed -n 's/^flopwatt: the same again: //p' err)" >second 2>/dev/null
cmp -s first second || fail "the command on standard error gives something else"
# With -q nothing but the answer.
run 0 whatif llama-3-8b --sweep context=1Ki..128Ki:x2 --get kv_bytes --csv -q
test ! -s err || fail "-q printed: $(cat err)"

# --opt VALUE, --opt=VALUE, -o VALUE, -oVALUE, flags under one dash, -- and the last one counts.
for spelling in "--context 4096" --context=4096 "-c 4096" -c4096 "-c 8 -c 4096" -jc4096; do
    run 0 kv llama-3-8b --json $spelling
    grep -q '"context": 4096,' out || fail "$spelling: not understood"
done
run 0 kv --json -- llama-3-8b
run 3 kv -- --json
err_has -- "--json"
run 2 kv llama-3-8b --context
one_error
err_has "--context: needs a value"
run 2 kv llama-3-8b -c
one_error
run 2 kv llama-3-8b --conventions=yes
one_error
err_has "takes no value"
run 0 train llama-3-8b --seq 4096 --hours 1M
run 0 kv llama-3-8b --colour never

run 2 explain
one_error
err_has "explain --list"
run 2 explain kv_bytes
one_error
run 2 explain kv_bites llama-3-8b
one_error
err_has "did you mean kv_bytes"
run 2 explain --list llama-3-8b
one_error
run 2 explain kv_bytes llama-3-8b gpt-2
one_error
run 3 explain kv_bytes llama-3-9b
one_error
for name in "" "SUM(" "SUM()" "SUM(N)" ")" "SUM(W_Q" "kv_cache." "." "*" "$(printf '\033[2J')"; do
    run 2 explain "$name" llama-3-8b
    one_error
    ! grep -q "$(printf '\033')" err || fail "a control character reached the terminal"
done

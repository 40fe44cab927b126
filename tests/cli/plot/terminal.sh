# A chart on the terminal keeps to its width, and to ASCII where nothing else can be shown.
run 0 plot kv llama-3-8b --width 72
out_has "KV cache"
LC_ALL=C run 0 plot kv llama-3-8b
LC_ALL=C grep -q '[^ -~]' out && fail "not ASCII"
run 0 plot kv llama-3-8b --color always
grep -q "$(printf '\033')" out || fail "no colours"

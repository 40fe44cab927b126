# Colours only where they are wanted; text fits the width; plain ASCII without UTF-8.
escape=$(printf '\033')
run 0 show llama-3-8b
out_lacks "$escape"
run 0 show llama-3-8b --color always
out_has "$escape"
run 0 show llama-3-8b --color never
out_lacks "$escape"
run 0 kv llama-3-8b --width 60
awk 'length($0) > 60 + 2 * gsub(/─/, "─") { exit 1 }' out || fail "wider than 60"
LC_ALL=C run 0 trace llama-3-8b
LC_ALL=C grep -q '[^ -~]' out && fail "not ASCII"
out_has "x W_Q [4096, 4096] -> [1, 4096] = 32 heads of 128"
LC_ALL=C run 0 kv llama-3-8b
LC_ALL=C grep -q '[^ -~]' out && fail "not ASCII"
# Numbers never depend on the locale.
LC_ALL=de_DE.UTF-8 run 0 train llama-3-8b --json
out_has '"pue": 1.1,'

# Files that cannot be used: exit status 3, the place of the mistake, no answer.
run 3 check nowhere.yaml
one_error
run 3 check no-such-id
one_error
printf 'name: x\narchitecture: {vocab_size: -1}\n' >a.yaml
run 3 check a.yaml
err_has "a.yaml:2:"
test ! -s out || fail "an answer all the same"
printf 'extends: llama-3-8b\narchitecture: {num_key_value_heads: 5}\n' >b.yaml
run 3 check b.yaml
err_has "b.yaml:2:"
printf 'name: [' >in
run 3 check - <in
err_has "standard input"
# Ids of every shelf, and files whose folder tells what they are.
run 0 check llama-3-8b h100-sxm countries
mkdir hardware.d
cp "$ROOT/hardware.d/h100-sxm.yaml" hardware.d/mine.yaml
run 0 check hardware.d/mine.yaml
out_has hardware
printf 'family: [' >g.yaml
run 3 check g.yaml

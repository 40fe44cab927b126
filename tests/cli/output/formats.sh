# The ending of the file is the format; --format wins over it.
for ending in txt json csv md html; do
    run 0 kv llama-3-8b -o "answer.$ending"
    test ! -s out || fail "$ending: something went to standard output"
done
grep -q '^{' answer.json || fail "json"
grep -q '^model,' answer.csv || fail "csv"
grep -q '^|' answer.md || fail "md"
grep -q '^<!DOCTYPE html>' answer.html || fail "html"
grep -q 'KV cache' answer.txt || fail "txt"
run 0 kv llama-3-8b -o answer.dat --format json
grep -q '^{' answer.dat || fail "--format"
run 0 kv llama-3-8b -o - --json
grep -q '^{' out || fail "- is standard output"
run 2 kv llama-3-8b -o ""
one_error

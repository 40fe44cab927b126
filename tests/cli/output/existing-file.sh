# An existing file needs --force, and stays whole when something fails.
echo old >answer.json
run 2 kv llama-3-8b -o answer.json
one_error
equal "the old file" "$(cat answer.json)" old
run 0 kv llama-3-8b -o answer.json --force
grep -q '^{' answer.json || fail "--force did not replace it"
echo old >answer.json
run 3 kv llama-3-9b -o answer.json --force
equal "the old file after a failure" "$(cat answer.json)" old
run 4 kv llama-3-8b -o missing/answer.json
one_error
mkdir folder
run 2 kv llama-3-8b -o folder --force
equal "no other file" "$(ls | sort | tr '\n' ' ')" "answer.json err folder out "

# Several models: tables in turn, one CSV with the model in front, a JSON array.
run 0 kv llama-3-8b gpt-2 --csv
equal header "$(head -n 1 out | cut -d, -f1)" model
equal rows "$(wc -l <out | tr -d ' ')" 5
run 0 kv llama-3-8b gpt-2 --json
equal "first character" "$(head -c 1 out)" "["
equal schemas "$(grep -c '"schema": "flopwatt.kv/1"' out)" 2
run 0 estimate llama-3-8b --json
equal "one model" "$(head -c 1 out)" "{"

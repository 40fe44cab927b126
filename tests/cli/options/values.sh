# A value that is none: exit 2, what was expected; a choice lists its words.
run 2 flops llama-3-8b --attention cusal
one_error
err_has '--attention: expected one of full, causal, half, got "cusal"'
run 2 flops llama-3-8b --lm-head some
err_has "last, none, all"
run 2 train llama-3-8b --rule 7nt
err_has "6nt, 6nt-body"
run 2 train llama-3-8b --state adam
err_has "fp32, mixed"
run 2 kv llama-3-8b --kv-dtype bf16,foo
one_error
err_has "--kv-dtype: expected one or two of fp64"
run 2 kv llama-3-8b --kv-dtype bf16,bf16,bf16
one_error
run 2 kv llama-3-8b --context 0
err_has "--context: expected 1 to 1e+12, got 0"
run 2 kv llama-3-8b --batch 2T
one_error
run 2 kv llama-3-8b --format xml
err_has "text, json, csv, md, html"
run 2 kv llama-3-8b --json --csv
one_error
run 2 kv llama-3-8b --json --format csv
one_error
run 0 kv llama-3-8b --json --format json
run 2 train llama-3-8b --days 30 --time 30d
one_error
err_has "--days and --time say the same thing"
run 2 kv llama-3-8b --color sometimes
one_error
run 2 kv llama-3-8b --tp 3
err_has "3 devices cannot share 32 query heads and 8 KV heads evenly"

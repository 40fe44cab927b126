# Case 23 (DeepSpeed#7413): counts must not grow with every call. The same point twice in a sweep
# gives the same row, and the same sweep twice the same bytes.
run 0 whatif llama-3-8b --sweep context=8192,4096,8192,8192 --csv -q
equal "rows 1 and 3" "$(sed -n 2p out)" "$(sed -n 4p out)"
equal "rows 1 and 4" "$(sed -n 2p out)" "$(sed -n 5p out)"
cp out first
run 0 whatif llama-3-8b --sweep context=8192,4096,8192,8192 --csv -q
cmp -s out first || fail "another answer the second time"
# A row of a sweep is the estimate of that model alone.
json estimate llama-3-8b --context 4096 --set kv_heads=4
prefill=$(value prefill.total_flop) parameters=$(value parameters.total)
run 0 whatif llama-3-8b --sweep kv_heads=8,4 --set context=4096 --get prefill_flop,parameters --csv -q
equal "kv_heads 4" "$(tail -n 1 out)" "4,$prefill,$parameters"

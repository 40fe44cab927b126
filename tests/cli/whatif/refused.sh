# 5 KV heads do not divide 32 heads: refused with the reason, alone and inside a sweep, where the
# point is named and nothing is written.
run 3 whatif llama-3-8b --set kv_heads=5
one_error
err_has "divisor of num_attention_heads 32, got 5"
run 3 whatif llama-3-8b --sweep context=1Ki,2Ki --sweep kv_heads=4,5,8 --get kv_bytes --csv -o x.csv
one_error
err_has "--sweep: architecture.num_key_value_heads: at context=1Ki, kv_heads=5"
err_has "divisor of num_attention_heads 32, got 5"
test ! -e x.csv || fail "a file was written"
# --skip-invalid leaves those points out and says how many.
run 0 whatif llama-3-8b --sweep context=1Ki,2Ki --sweep kv_heads=4,5,8 --get kv_bytes --csv \
    --skip-invalid
equal "lines" "$(wc -l <out)" 5
err_has "2 of 6 points do not fit together"
err_has "kv_heads=5"
# Dependent keys stay consistent: a width that 32 heads do not divide has no head width, unless
# the description gives one, as this one does.
run 3 whatif -m "L=2 d=96 h=4 f=64 V=10" --set d=98
one_error
err_has "98"
# Layers that are listed one by one do not follow a number; both sums are named.
run 3 whatif deepseek-v3 --set L=3
one_error
err_has "3 layers, but the entries of layers: count 61"
run 0 whatif llama-3-8b --set num_hidden_layers=16 --get num_hidden_layers,layers_parameters -q --csv
grep -q '^layers_parameters,,6979584000,3489792000,-3489792000,0.5$' out || fail "16 of 32 layers"

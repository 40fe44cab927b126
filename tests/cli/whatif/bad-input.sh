# Each a message of its own, nothing printed.
bad()
{
    text=$1
    shift
    run 2 whatif llama-3-8b "$@"
    one_error
    err_has "$text"
}
bad "--set KEY=VALUE or --sweep"
bad "expected KEY=LIST" --sweep context
bad "expected KEY=LIST" --sweep =1,2
bad "unknown key \"contxt\"" --sweep contxt=1,2
err_has "did you mean context"
bad "a value of the list is empty" --sweep context=1,,2
bad "a value of the list is empty" --sweep context=
bad "expected A..B:xFACTOR or A..B:+STEP" --sweep context=1..8
bad "expected A..B:xFACTOR or A..B:+STEP" --sweep context=1..8:2
bad "expected A..B:xFACTOR or A..B:+STEP" --sweep context=1..8:x
bad "a factor must be above 1" --sweep context=1..8:x1
bad "a factor must be above 1" --sweep context=0..8:x2
bad "a step is above 0" --sweep context=1..8:+0
bad "the range ends before it starts" --sweep context=8..1:x2
bad "expected a" --sweep context=1..8:x1.5
bad "expected" --sweep mfu=10W..50W:+10W
bad "is swept twice" --sweep kv_heads=1,2 --sweep num_key_value_heads=4
bad "more than 1000000 values" --sweep context=1..1000000000:+1
bad "more than 1000000 points" --sweep context=1..1000000:+1 --sweep batch=1,2
bad "at most 8 keys" --sweep context=1 --sweep batch=1 --sweep kv_heads=1 --sweep h=32 --sweep L=1 \
    --sweep d=4096 --sweep V=1 --sweep mfu=1 --sweep f=1
bad "there is no quantity" --sweep context=1,2 --get kv_bites
bad "a name is empty" --sweep context=1,2 --get kv_bytes,
bad "there is no quantity" --set L=2 --get kv_bites
bad "nothing but the swept keys" --sweep context=1,2 --get context
bad "a chart needs --sweep" --set L=2 -o x.svg
bad "at most 2 swept keys" --sweep L=1 --sweep h=32 --sweep kv_heads=8 --get kv_bytes -o x.svg
bad "--csv or --json" --sweep context=1..20001:+1 --get kv_bytes
test ! -e x.svg || fail "a file was written"
run 2 whatif
one_error
run 2 whatif llama-3-8b gpt-2 --set L=2
one_error

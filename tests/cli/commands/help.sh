# help X = X --help, for every command, and every example in the help runs.
printf 'op,m,n,k,dtype,time_ms\nmatmul,512,512,512,bf16,2.7\nmatmul,1024,512,512,bf16,5.4\n' \
    >timings.csv # of the example of calibrate
run 0 help
out_has "usage: flopwatt COMMAND"
cp out program
for flag in --help -h; do
    run 0 "$flag"
    cmp -s out program || fail "$flag differs from help"
done
for command in $("$FLOPWATT" completion commands); do
    run 0 help "$command"
    cp out help
    run 0 "$command" --help
    cmp -s out help || fail "$command --help differs from help $command"
    run 0 "$command" --bogus -h
    cmp -s out help || fail "$command -h differs"
    out_has "usage: flopwatt $command"
    awk 'length($0) > 79 { exit 1 }' help || fail "help $command: a line over 79 columns"
    example=$(sed -n '/^example:/,$ s/^  flopwatt //p' help)
    eval "run 0 $example"
done
run 2 help estimat
err_has "did you mean estimate?"
run 2 help a b
run 0 version
out_has "flopwatt $(cat "$ROOT/VERSION")"
run 0 --version
run 2 version x

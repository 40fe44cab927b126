# No command: short help on standard error, exit 2.
run 2
test ! -s out || fail "help on standard output"
err_has "usage: flopwatt COMMAND"
for command in models hardware grids show trace estimate flops kv train plot report help \
    completion version; do
    grep -q "^  $command " err || fail "no $command in the list"
done

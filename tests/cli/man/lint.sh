# mandoc has nothing to complain about.
command -v mandoc >/dev/null || skip
mandoc -T lint "$ROOT/flopwatt.1" >complaints
test ! -s complaints || fail "$(head -n 5 complaints)"

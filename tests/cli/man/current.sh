# flopwatt.1 holds what the program says of itself, and its examples what it prints; tools/man.sh
# writes both.
"$ROOT/tools/man.sh" "$FLOPWATT" --print >page || fail "tools/man.sh"
cmp -s page "$ROOT/flopwatt.1" || {
    diff -u "$ROOT/flopwatt.1" page | head -n 20 >&2
    fail "flopwatt.1 is old: run tools/man.sh build/flopwatt"
}

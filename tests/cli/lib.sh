# lib.sh - what the cases share; sourced by run.sh before each of them.
# A check that does not hold prints what it got, and the case fails at its end.
failed=0

fail()
{
    echo "  $*" >&2
    failed=1
}

skip()
{
    exit 77
}

flopwatt()
{
    "$FLOPWATT" "$@"
}

# run STATUS ARGUMENT...: runs flopwatt; what it prints goes to the files out and err.
run()
{
    want=$1
    shift
    ran="flopwatt $*"
    "$FLOPWATT" "$@" >out 2>err
    got=$?
    test "$got" -eq "$want" || fail "$ran: status $got, expected $want: $(head -n 3 err)"
}

# json ARGUMENT...: the same with --json; every value becomes a line "path value" of the file
# flat, such as "parameters.groups.0.attention.q 16777216".
json()
{
    run 0 "$@" --json
    awk -f "$CLI/flat.awk" out >flat
}

# is PATH VALUE: a line of flat, to the digit.
is()
{
    grep -qxF -- "$1 $2" flat || fail "$ran: expected $1 $2, got: $(grep -F -- "$1 " flat | head -n 1)"
}

# near PATH VALUE TOLERANCE: the same for a real number, relative tolerance.
near()
{
    value=$(awk -v p="$1" '$1 == p { print $2; exit }' flat)
    close_to "$ran: $1" "$value" "$2" "$3"
}

# close_to NAME GOT WANT TOLERANCE
close_to()
{
    awk -v got="$2" -v want="$3" -v tolerance="$4" 'BEGIN {
        if (got == "" || got == "null") exit 1
        d = got - want; if (d < 0) d = -d
        w = want < 0 ? -want : want + 0
        exit !(d <= tolerance * w) }' || fail "$1: got $2, expected $3 within $4"
}

# quotient A B, to ten digits
quotient()
{
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.10g\n", a / b }'
}

# value PATH: prints what flat holds.
value()
{
    awk -v p="$1" '$1 == p { print substr($0, length(p) + 2); exit }' flat
}

# Text in what was printed, as it stands.
out_has()
{
    grep -qF -- "$1" out || fail "$ran: standard output lacks: $1"
}

out_lacks()
{
    ! grep -qF -- "$1" out || fail "$ran: standard output holds: $1"
}

err_has()
{
    grep -qF -- "$1" err || fail "$ran: standard error lacks: $1 (it has: $(head -n 2 err))"
}

err_lacks()
{
    ! grep -qF -- "$1" err || fail "$ran: standard error holds: $1"
}

# One clear message besides notes and warnings, no answer, no crash.
one_error()
{
    test "$(grep '^flopwatt: ' err | grep -cv '^flopwatt: \(note\|warning\): ')" -eq 1 ||
        fail "$ran: expected one error, got: $(cat err)"
    test ! -s out || fail "$ran: printed an answer all the same"
}

# csv COLUMN [KEY...]: the values of a column of the CSV in out, of the rows whose cells hold all
# keys. Only for columns in front of the first cell with a comma inside.
csv()
{
    column=$1
    shift
    awk -F, -v name="$column" -v keys="$*" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; n = split(keys, key, " "); next }
        {
            good = 1
            for (k = 1; k <= n; k++) {
                found = 0
                for (i = 1; i <= NF; i++) if ($i == key[k]) found = 1
                good = good && found
            }
            if (c && good) print $c
        }' out
}

equal()
{
    test "$2" = "$3" || fail "$1: got $2, expected $3"
}

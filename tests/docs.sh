#!/bin/sh
# The documents: every example of README.md and docs/ prints what is shown, every file that a page
# links to is there, and what is generated is up to date. Prints "N passed, N failed".
# The examples of flopwatt.1 are those of tests/cli/man.
set -u
cd "$(dirname "$0")/.." || exit 1
FLOPWATT=${FLOPWATT:-$PWD/build/flopwatt}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0

# check NAME COMMAND...: a command that must succeed
check()
{
    name=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        head -n 40 "$scratch/out"
    fi
}

same_examples()
{
    tools/examples.sh "$FLOPWATT" "$1" >"$scratch/page" && diff -u "$1" "$scratch/page"
}

# Links to files of this tree: "[text](docs/x.md)", and pictures.
links_exist()
{
    folder=$(dirname "$1")
    bad=0
    grep -o ']([^)#]*' "$1" | sed 's/^](//' | sort -u >"$scratch/links"
    while IFS= read -r link; do
        case $link in '' | http*:* | *' '*) continue ;; esac
        test -e "$folder/$link" || { echo "$1: $link is missing"; bad=1; }
    done <"$scratch/links"
    return $bad
}

for page in README.md docs/*.md; do
    check "examples of $page" same_examples "$page"
    check "links of $page" links_exist "$page"
done
# An example that fails would be a bad example, even if its message were shown.
check "README.md has examples" sh -c 'test "$(grep -c "^\$ flopwatt" README.md)" -ge 8'
check "no example fails" sh -c '! grep -q "^flopwatt: " README.md docs/*.md'
echo "$passed passed, $failed failed"
test "$failed" -eq 0

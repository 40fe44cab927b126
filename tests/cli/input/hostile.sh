# Alias bombs, deep nesting, control characters, UTF-16: one line, bounded memory and time.
# js-yaml#742: 9 aliases per level over 8 levels stand for 43,046,721 strings.
{
    echo 'a: &a [x,x,x,x,x,x,x,x,x]'
    before=a
    for name in b c d e f g h i; do
        echo "$name: &$name [*$before,*$before,*$before,*$before,*$before,*$before,*$before,*$before,*$before]"
        before=$name
    done
} >bomb.yaml
# A sanitizer needs address space of its own.
memory="ulimit -v 262144"
(eval "$memory" && "$FLOPWATT" version) >/dev/null 2>&1 || memory=:
(eval "$memory"; ulimit -t 20; run 3 show ./bomb.yaml && err_has bomb.yaml; exit "$failed") ||
    fail "alias bomb"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' >deep.yaml
run 3 show ./deep.yaml
err_has deep.yaml
printf 'a: 1\n' | sed 's/./&\x00/g' >utf16.yaml
run 3 show ./utf16.yaml
printf 'name: "\377\376"\n' >invalid.yaml
run 3 show ./invalid.yaml
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' >pointer.yaml
run 3 show ./pointer.yaml
err_has "Git LFS"
# What comes from a file cannot write to the terminal.
printf 'architecture: {"\\e[31mred": 1}\n' >escape.yaml
run 3 show ./escape.yaml
grep -q "$(printf '\033')" err && fail "an escape sequence reached the terminal"

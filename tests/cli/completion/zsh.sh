# The completion of zsh: its syntax, by zsh, and a row for every command and option.
"$FLOPWATT" completion zsh >_flopwatt || fail "no output"
head -n 1 _flopwatt | grep -qx '#compdef flopwatt' || fail "no #compdef line"
for command in $("$FLOPWATT" completion commands); do
    grep -q "^        '$command:" _flopwatt || fail "no command $command"
    grep -q "^        $command)\$" _flopwatt || fail "no options of $command"
done
grep -q -- "--attention=.*(full causal half)" _flopwatt || fail "no words for --attention"
if command -v zsh >/dev/null; then
    zsh -n _flopwatt || fail "zsh -n"
    # Loaded for real: the function must define itself without a word.
    zsh -f -c 'autoload -U compinit && compinit -D -u && fpath=(. $fpath) && autoload -U _flopwatt &&
        functions _flopwatt >/dev/null' 2>err || fail "zsh: $(cat err)"
fi

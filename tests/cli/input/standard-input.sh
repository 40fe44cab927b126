# "-" reads the description; byte order mark and CRLF make no difference. rapidyaml#559.
model=$ROOT/models.d/llama-2-7b.yaml
"$FLOPWATT" show - --json <"$model" >plain || fail "standard input"
{ printf '\357\273\277' && cat "$model"; } | "$FLOPWATT" show - --json >bom || fail "BOM"
sed "s/\$/$(printf '\r')/" "$model" | "$FLOPWATT" show - --json >crlf || fail "CRLF"
cmp plain bom || fail "a byte order mark changes the answer"
cmp plain crlf || fail "CRLF changes the answer"
grep -q '"total": 6738415616' plain || fail "wrong total"

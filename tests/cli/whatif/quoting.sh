# The command line on standard error is quoted for a shell: a hostile name does nothing.
mkdir "my models"
cp "$ROOT/models.d/llama-3-8b.yaml" "my models/it's \$(touch harmed).yaml"
run 0 whatif "my models/it's \$(touch harmed).yaml" --set kv_heads=4 --get kv_bytes --csv
cp out first
eval "$(sed -n 's/^flopwatt: the same again: //p' err)" >second 2>/dev/null
cmp -s first second || fail "the quoted command gives something else: $(cat err)"
test ! -e harmed || fail "the shell ran what was in the name"
# A model from its keys comes back too.
run 0 whatif -m "L=2 d=64 h=4 f=128 V=100" --set "L=4" --get parameters --csv
cp out first
eval "$(sed -n 's/^flopwatt: the same again: //p' err)" >second 2>/dev/null
cmp -s first second || fail "--model does not come back"

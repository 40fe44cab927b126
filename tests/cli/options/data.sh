# --data and FLOPWATT_DATA; from any folder.
unset FLOPWATT_DATA
mkdir -p mine/models.d elsewhere
sed 's/^name: .*/name: Mine/' "$ROOT/models.d/llama-3-8b.yaml" >mine/models.d/mine.yaml
run 0 show mine --data mine
out_has "Mine"
(cd elsewhere && FLOPWATT_DATA=../mine "$FLOPWATT" show mine >/dev/null) || fail "FLOPWATT_DATA"
mkdir -p "$HOME/.config/flopwatt"
cp -r mine/models.d "$HOME/.config/flopwatt/"
run 0 show mine
rm -r "$HOME/.config"
run 2 show mine --data nowhere
one_error
err_has "nowhere"
run 0 show ./mine/models.d/mine.yaml

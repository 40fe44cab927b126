# What does not match is named, and the answer is "no": exit status 1.
cat >a.yaml <<'EOM'
extends: llama-3-8b
sources: {card: new, mine: unused, used: x}
note: see [used]
architecture: {num_key_value_heads: 32}
training: {tokens: 15T, hardware: h100-sxm, device_hours: 1.3M, power: 700 W, energy_chip: 900 MWh}
published:
  source: nowhere
  parameters: 8030261248
  active_parameters: {value: 8.8B, digits: 2, source: card}
EOM
run 1 check a.yaml
# 805,306,368 parameters more than with 8 KV heads; 8,835,567,616 rounds to 8.8e9.
out_has "+805,306,368"
out_has "training has no source"
out_has "there is no source nowhere"
out_has "the source mine is not used"
out_lacks "the source used is"
out_lacks "the source config is"
# 700 W x 1.3M h = 910,000 kWh, 1.1 % above what is stated.
out_has "training.energy_chip does not follow from the rest"
"$FLOPWATT" check a.yaml --json >out
awk -f "$CLI/flat.awk" out >flat
ran="check a.yaml"
is ok false
is published.0.difference 805306368
is published.0.agrees false
is published.1.agrees true
near training.0.difference 0.0111111 1e-4
cat >h.yaml <<'EOM'
name: box
vendor: nobody
peak: {bf16: 100 TFLOP/s, fp8: 50 TFLOP/s}
power: {value: 70 kW, term: TDP}
EOM
run 1 check h.yaml
out_has "no source"
out_has "faster than fp8"
out_has "power [W]: 70000 is not plausible"
cat >g.yaml <<'EOM'
family: x
sources: {a: b, z: unused}
grids:
  - {id: g, intensity: 3 kg/kWh, source: a, kind: average}
  - {id: h, intensity: 1 kg/kWh, source: q, pue: 4}
EOM
run 1 check g.yaml
out_has "g: intensity [kg/kWh]: 3 is not plausible"
out_has "h: pue: 4 is not plausible"
out_has "h: there is no source q"
out_has "h: the kind is not stated"
out_has "the source z is not used"
# A source that is not needed is a remark, no mistake.
cat >n.yaml <<'EOM'
extends: llama-3-8b
sources: {mine: unused}
EOM
run 0 check n.yaml
out_has "the source mine is not used"

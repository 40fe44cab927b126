# What the publication says of its own run does not leak into another one: emissions follow the
# energy. 355,054 kWh x 1.1 x 0.38961 kg/kWh = 152.17 t, not the disclosed 390 t.
json train llama-3-8b --mfu 40% --devices 1024 --hardware h100-sxm
near training.emissions_kg 152166 1e-5
near training.grid_intensity_kg_per_kWh 0.38961 1e-5
is training.pue 1.1
run 0 train llama-3-8b --mfu 40% --devices 1024
err_has "not the disclosed run"
run 0 train llama-3-8b
err_lacks "not the disclosed run"
# Another rule counts the same run: the hours stay.
json train llama-3-8b --rule palm
is training.device_hours 1300000
is training.emissions_kg 390000
# Another PUE leaves the work alone and changes the energy: 390 t x 1.3 / 1.1
json train llama-3-8b --pue 1.3
is training.device_hours 1300000
near training.emissions_kg 460909 1e-5
# Another model with the same MFU: hours go with the FLOP.
json train llama-3-8b
flop=$(value training.flop)
json train llama-3-8b --set L=64
close_to "hours per FLOP" "$(quotient "$(value training.device_hours)" "$(value training.flop)")" \
    "$(quotient 1300000 "$flop")" 1e-9

# Training of LLaMA-3 8B on the description alone. DESIGN section 7: 6 N T = 7.2272351232e23,
# 1.3M h x 700 W = 910,000 kWh, 390 t over that = 0.42857 kg/kWh, 154.428 TFLOP/s, 15.61 %.
json train llama-3-8b
is training.flop_6nt 722723512320000000000000
is training.tokens 15000000000000
is training.device_hours 1300000
near training.flop_per_s_per_device 154.428e12 1e-5
near training.mfu 0.1561 1e-3
is training.energy_kWh 910000
is training.energy_boundary chip
near training.intensity_kg_per_kWh 0.42857 1e-5
is training.emissions_kg 390000
run 0 train llama-3-8b
out_has "7.2272351232e23 FLOP"
out_has "154.4 TFLOP/s"
out_has "15.61 %"
out_has "910,000 kWh"
out_has "0.4286 kg/kWh"
# 0.4286 = 1.1 x 0.39 holds the PUE already: said, not applied twice
out_has "PUE 1.1 x 0.3896"
out_has "do not apply it again"

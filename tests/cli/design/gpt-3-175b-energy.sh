# Patterson et al. 2021, Table 4: 1,287 MWh, 552.1 t, 3.552M V100 hours, 24.6 TFLOP/s, 19.7 %.
json train gpt-3-175b
is training.device_hours 3552000
near training.energy_kWh 1287000 1e-3
is training.energy_boundary facility
near training.emissions_kg 552100 1e-3
near training.flop_per_s_per_device 24.6e12 2e-3
near training.mfu 0.197 3e-3
is training.peak_flop_per_s 125000000000000
# 175e9 instead of the exact N: 3.15e23 (DESIGN section 7)
json train --parameters 175e9 --tokens 300B
is training.flop_6nt 315000000000000000000000

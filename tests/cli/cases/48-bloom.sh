# Luccioni et al. 2022: 1,082,990 h x 400 W = 433,196 kWh; 24.692 t dynamic, 14.629 t idle,
# 11.2 t embodied, 50.5 t in all, on separate lines.
json train bloom-176b
is training.chip_energy_kWh 433196
near training.emissions_kg 24692.172 1e-6
near training.idle_energy_kWh 256646 1e-6
near training.idle_emissions_kg 14628.822 1e-6
is training.embodied_emissions_kg 11200
near training.emissions_with_idle_and_embodied_kg 50500 1e-3

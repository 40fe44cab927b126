# Facts of a training run: the link of the chain with its numbers, or where they were disclosed.
explain()
{
    "$FLOPWATT" explain "$@" --json -q >out || fail "explain $*"
    awk -f "$CLI/flat.awk" out >flat
    ran="explain $*"
}
# 910,000 kWh = 700 W x 1.3M h; 154.428 TFLOP/s of 989.5; 390 t / 910,000 kWh (DESIGN section 7).
explain mfu llama-3-8b
is equation "mfu = flop_per_s / peak"
is numbers "1.54428101e+14 / 9.895e+14"
is sources.0.id chowdhery2022
near value 0.1561 1e-3
explain flop_per_s llama-3-8b
is equation "flop_per_s = flop / (3600 x device_hours)"
explain energy_kWh llama-3-8b
is value 910000
is equation "energy_chip = 3600 x power x device_hours"
is numbers "3600 x 700 x 1300000"
explain device_hours llama-3-8b
is origin "disclosed by the publication"
is sources.0.id card
explain intensity llama-3-8b
near value 0.4285714 1e-6
is equation "intensity_chip = emissions / (1/3.6e6 x energy_chip)"
# What is given is said to be given; a rule that sees the sequence length takes that of the run.
explain mfu llama-3-8b --mfu 40%
grep -q "^origin given on the command line" flat || fail "origin of a given MFU: $(value origin)"
explain emissions_kg gpt-3-175b
near value 552100 1e-3
explain training_flop llama-3-8b --rule palm --context 128
# (6 N + 12 L h d_h S) T with S = 8,192, the run's sequences: 12*32*32*128*8192 = 12,884,901,888
is value 915997040640000000000000
explain mfu qwen3-8b
is value null

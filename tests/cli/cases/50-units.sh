# codecarbon#286, #212: a power is no energy; 1 kWh = 3,600,000 J.
run 2 train llama-3-8b --energy "700 W"
one_error
err_has "--energy: 700 W is a power, expected an energy"
run 2 train llama-3-8b --power "700 kWh"
one_error
json train --parameters 1B --tokens 1B --hours 1000 --energy "2520 MJ"
is training.energy_kWh 700
is training.power_W 700
run 2 train llama-3-8b --energy 910000
one_error
err_has "has no unit"

# CityEnergyAnalyst#345: a mix is a weighted mean, never a product; it lies between its parts.
mix()
{
    json train --parameters 1B --tokens 1B --hours 1000 --power 700 --pue 1 --grid "$1"
    near training.grid_intensity_kg_per_kWh "$2" 1e-9
}
mix 0.0413:70%,0.0202:30% 0.03497
mix 0.0413:70%,0.0108:30% 0.03215
mix 0.5 0.5
# Source, year and kind of a named grid are said.
run 0 train llama-3-8b --grid usa
err_has "grid usa: United States, 0.369473 kg/kWh, 2023, lifecycle, source owid"
run 2 train llama-3-8b --grid usa:70%,fra:20%
one_error
err_has "add up to 90 %"
run 2 train llama-3-8b --grid usa,fra
one_error
run 3 train llama-3-8b --grid usb
one_error
run 2 train llama-3-8b --grid usa --intensity 0.4
one_error

# Each of tokens, devices, hours, days and MFU can be the unknown.
# By hand: 7.2272351232e23 / (0.4 x 989.5e12 x 1024) / 86400 = 20.6387 days
json train llama-3-8b --mfu 40% --devices 1024 --hardware h100-sxm
near training.days 20.6387 1e-5
near training.device_hours 507220 1e-5
is training.mfu 0.4
# devices for 30 days: 507,220 h / 720 h = 704.5, rounded up
json train llama-3-8b --mfu 40% --days 30
is training.devices 705
near training.devices_exact 704.472 1e-5
# and they are whole in every view: 20 days take 507,220 h / 480 h = 1,056.7 devices
run 0 train llama-3-8b --mfu 40% --days 20
out_has "3600.0 x 1,057 x"
# MFU from devices and days
json train llama-3-8b --devices 1024 --days 20.6387
near training.mfu 0.4 1e-5
# tokens that hours and MFU suffice for
json train llama-3-8b --hours 507220 --mfu 40%
near training.tokens 15e12 1e-5
# hours alone: the MFU is what follows, 1.3M h gave 15.607 %
json train llama-3-8b --hours 2.6M
near training.mfu 0.0780334 1e-5
# more tokens at the disclosed MFU: twice the hours, energy and emissions
json train llama-3-8b --tokens 30T
is training.device_hours 2600000
near training.energy_kWh 1820000 1e-9
near training.emissions_kg 780000 1e-9
# money
json train llama-3-8b --price 2
is training.cost 2600000

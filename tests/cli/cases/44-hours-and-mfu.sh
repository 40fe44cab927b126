# Llama 2 and DeepSeek-V3: from GPU hours to MFU and back.
json train llama-2-70b --tokens 2T --hours 1720320 --hardware a100-sxm-80gb
near training.mfu 0.42837 2.5e-5
json train --parameters 70e9 --tokens 2T --hours 1720320 --hardware a100-sxm-80gb
near training.mfu 0.43472 2.5e-5
json train llama-2-7b --tokens 2T --hours 184320 --hardware a100-sxm-80gb
near training.mfu 0.39058 2.5e-5
json train --parameters 37e9 --tokens 14.8e12 --hours 2.664e6 --hardware h800-sxm --peak 989.5T
is training.flop_6nt 3285600000000000000000000
near training.flop_per_s_per_device 342.6e12 1.5e-4
near training.mfu 0.346 2e-3
# hours from the MFU, and the tokens of a budget
json train llama-2-70b --tokens 2T --mfu 0.42837 --hardware a100-sxm-80gb
near training.device_hours 1720320 3e-5
json train llama-2-70b --hours 1720320 --mfu 0.42837 --hardware a100-sxm-80gb
near training.tokens 2e12 3e-5
is training.tokens_derived true

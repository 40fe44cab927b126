# nanoGPT#464, fms-fsdp#89, Megatron-LM#1276: 104 % on the wrong peak, 480 of 1979.
run 3 train --parameters 1B --tokens 1T --flop-per-s 324.48T --hardware a100-sxm-80gb
one_error
err_has "104.0 % is above the peak"
err_has "probable causes"
json train --parameters 1B --tokens 1T --flop-per-s 324.48T --hardware h100-sxm
near training.mfu 0.3279 3e-4
json train --parameters 1B --tokens 1T --flop-per-s 480T --hardware h100-sxm
near training.mfu 0.4851 3e-4
# One row per SKU, dense: 989.5 SXM, 756 to 756.5 PCIe, 835.5 NVL.
json hardware h100-sxm
is hardware.0.bf16_flop_per_s 989500000000000
json hardware h100-pcie
near hardware.0.bf16_flop_per_s 756.5e12 1e-3
json hardware h100-nvl
is hardware.0.bf16_flop_per_s 835500000000000

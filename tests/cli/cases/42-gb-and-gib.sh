# torchtune#1348: capacities are bytes; "80 GB" is 80e9 or 80 GiB, and both are stored.
run 0 hardware h100-sxm --csv
equal min "$(csv memory_bytes_min)" 80000000000
equal max "$(csv memory_bytes_max)" 85899345920

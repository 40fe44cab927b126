# N parameters and nothing else: rule 6nt alone.
json train --parameters 37B --tokens 14.8T --hours 2.664M --hardware h800-sxm
is training.flop_6nt 3285600000000000000000000
is training.flop_6nt_string 3285600000000000000000000
near training.flop_per_s_per_device 342.593e12 2e-6
run 2 train --parameters 37B --tokens 1T --rule palm
one_error
run 2 train --parameters 37B --tokens 1T --conventions
one_error
run 2 train llama-3-8b --parameters 37B
one_error
run 2 train
one_error

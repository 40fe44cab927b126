# What is over-determined is checked: the given must agree, the disclosed is compared.
run 3 train llama-3-8b --hours 1.3M --devices 1024 --days 30
one_error
err_has "contradicts"
run 0 train gpt-3-175b --rule palm
run 3 train llama-3-8b --hours 1000
one_error
err_has "above the peak"
run 2 train gpt-2 --quiet
one_error
err_has "nothing is known about the training of gpt-2"
err_has "give --tokens"
# Where the chain ends, the next link is named.
run 0 train gpt-2 --tokens 9B --mfu 30%
err_has "--hardware"
run 0 train gpt-2 --tokens 9B --mfu 30% --hardware a100-sxm-80gb
err_has "--grid"
run 0 train llama-3-8b
equal "nothing is missing" "$(grep -c unknown err)" 0
run 2 train llama-3-8b --pue 0.9
one_error
run 3 train llama-3-8b --mfu 0
one_error

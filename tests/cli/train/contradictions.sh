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
run 2 train llama-3-8b --pue 0.9
one_error
run 3 train llama-3-8b --mfu 0
one_error

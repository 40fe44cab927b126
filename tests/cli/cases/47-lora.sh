# Automodel#786: 70,553,706,496 frozen and 175,636,480 adapter parameters: 0.66750 of 6 N T.
json train llama-3-70b --tokens 1T --rule lora --adapter-parameters 175636480
close_to "share of 6NT" "$(quotient "$(value training.flop)" "$(value training.flop_6nt)")" \
    0.66750 1.5e-5

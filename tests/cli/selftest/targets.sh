# The targets, and residuals that the collector of the tables found with a program of its own:
# MosaicML 0.007 % and 0.223 %, SC21 table 2 0.289 %, Korthikanti table 5 0.363 %, LLaMA-1 0.803 %.
json selftest
is schema flopwatt.selftest/1
is missed 0

# index TABLE CHECK: which entry of the JSON it is
index()
{
    awk -v table="$1" -v check="$2" '
        $1 ~ /^tables\.[0-9]+\.table$/ { t = $2 }
        $1 ~ /^tables\.[0-9]+\.check$/ && t == table && $2 == check { split($1, p, "."); print p[2] }
        ' flat
}

# at_most NAME GOT WANT
at_most()
{
    awk -v got="$2" -v want="$3" 'BEGIN { exit !(got != "" && got != "null" && got <= want) }' ||
        fail "$1: $2 is above $3"
}

n=$(index megatron-bridge flop-per-token-dense)
is "tables.$n.computed" 72
at_most "dense rows of Megatron Bridge" "$(value "tables.$n.median")" 0.001
n=$(index mosaicml step-mfu)
is "tables.$n.computed" 216
is "tables.$n.left_out" 0
at_most "MosaicML" "$(value "tables.$n.worst")" 0.003
close_to "MosaicML, median" "$(value "tables.$n.median")" 0.00007 0.1
n=$(index sc21-table2 training-days)
is "tables.$n.computed" 12
at_most "SC21 table 2" "$(value "tables.$n.worst")" 0.012
n=$(index korthikanti2022-table5 step-mfu)
is "tables.$n.computed" 4
at_most "Korthikanti table 5" "$(value "tables.$n.worst")" 0.004
n=$(index llama1-table15 energy)
is "tables.$n.computed" 6
at_most "energy of LLaMA-1" "$(value "tables.$n.worst")" 0.01

# What cannot be computed is listed with its reason.
n=$(index megatron-bridge flop-per-token-experts)
is "tables.$n.left_out" 25
reasons=$(grep -c "^tables\.$n\.rows\..*\.left_out the layer for multi-token prediction" flat)
equal "rows with that reason" "$reasons" 25

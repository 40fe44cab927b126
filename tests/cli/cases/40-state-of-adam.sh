# maxtext#606, AIInfraGuide#24: 12, 16, 18 or 20 bytes per parameter, item by item.
total()
{
    json train --parameters 6.7e9 --tokens 1 --state "$1"
    last=$(grep -c '^state\.[0-9]*\.item ' flat)
    is "state.$((last - 1)).item" total
    is "state.$((last - 1)).bytes" "$2"
    is "state.$((last - 1)).bytes_per_parameter" "$3"
}
total fp32 80400000000 12
total mixed 107200000000 16
total mixed-fp32-grad 120600000000 18
total megatron 134000000000 20
grep -q "first moment" flat || fail "no item for the first moment"

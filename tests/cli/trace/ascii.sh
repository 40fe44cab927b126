LC_ALL=C
export LC_ALL
flopwatt trace gpt-2 --tokens 3

flopwatt trace llama-3-8b

flopwatt trace qwen3-30b-a3b --decode --context 4096 --width 100

"""Agreement of annotators on expressions in text. Start with `spans`; `tokens` counts over words."""

"""Agreement on links as its page shows it: figures, intervals, by time and frequency band.

Reads sums through `sources`. `report`, `lines` and `frequency` are pure. Start at `report`, then `jobs/intervals`.
"""

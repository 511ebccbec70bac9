"""Measures of translations: counted segment by segment, summed, with intervals and signature.

Values are stored by chunk under a key of everything they follow from, so that workers share a job and a lost one costs
its chunk. Start at `base`, then at one of `kinds`: a measure is one module there, and forms, API, jobs, boards and
commands follow from `registry`.
"""

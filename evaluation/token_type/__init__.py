"""Token scores of compounds against their type scores, with spread and by class.

Reads scores through `sources`; figures and plots are `idiomaticity.results.token_type`.
"""

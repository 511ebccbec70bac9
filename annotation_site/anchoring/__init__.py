"""Reports on anchoring: how far what annotators are shown pulls them along. Each kind counts its own work; figures are
of `coefficients.effects`.
"""

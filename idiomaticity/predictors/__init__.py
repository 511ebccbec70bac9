"""Predictors: files of machine scores for compounds, correlated with people's scores.

`probing` (pure) reads the files and runs the experiments of Garcia et al. 2021; `formulas` has those of Salehi et al.
2015. Start at `services`, then `jobs`.
"""

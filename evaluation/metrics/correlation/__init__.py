"""Correlation of a measure with people: Pearson, Spearman, Kendall, Williams, soft pairwise accuracy.

Pure. Start at `judgements`, then `measures` and `kendall`.
"""

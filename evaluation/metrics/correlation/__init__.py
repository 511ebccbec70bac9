"""Correlation of a measure with people: Pearson, Spearman, Kendall, Williams, pairwise accuracies, and ranked measures.

Pure. Start at `judgements`, then `measures` and `kendall`; for rankings at `rankings`, then `permutations` and `ties`.
"""

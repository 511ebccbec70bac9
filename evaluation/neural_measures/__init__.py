"""Measures of translation by neural models that the operator put beside the site, computed by programs of their own.

`model_folders` finds the models and runs their programs; none of their code is imported. Scores are stored as those
that were computed elsewhere (`external_scores`). Start at `services`, then `jobs`. `onnx_score` is a program itself and
knows nothing of the site.
"""

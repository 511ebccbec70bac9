"""Predictors of compositionality, read from files and compared with people's scores; no database."""

"""Ratings by the label of an occurrence, and how well ratings and predictors tell the labels apart. Pure."""

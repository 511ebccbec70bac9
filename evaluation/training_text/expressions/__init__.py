"""Test sets and training data made of sentences with expressions: splits, labels, augmentation. Pure computation."""

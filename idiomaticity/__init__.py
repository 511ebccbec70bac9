"""Compositionality: how literally compounds are meant, in a sentence and in general, rated and paraphrased."""

"""Scales of ratings, judgements on them, and the texts of paraphrases: pure, below every subject of ratings."""

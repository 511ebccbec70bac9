"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

for _subject in ("classes", "compounds", "crowd", "page_texts", "paraphrases", "predictors", "ratings", "screening"):
    import_module(f"idiomaticity.{_subject}.models")

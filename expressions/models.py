"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

for _subject in ("projects", "passages", "marks", "adjudication", "consistency", "lexicon", "candidates"):
    import_module(f"expressions.{_subject}.models")

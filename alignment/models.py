"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

for _subject in (
    "adjudication",
    "agreement",
    "projects",
    "pairs",
    "annotator_quality",
    "readings",
    "rounds",
    "suggestions",
    "training",
):
    import_module(f"alignment.{_subject}.models")

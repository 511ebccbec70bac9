"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

SUBJECTS = (
    "adjudication",
    "anchoring",
    "classes",
    "compounds",
    "crowd",
    "lists",
    "page_texts",
    "paraphrases",
    "predictors",
    "projects",
    "questionnaires",
    "ratings",
    "screening",
    "studies",
)
for _subject in SUBJECTS:
    import_module(f"idiomaticity.{_subject}.models")

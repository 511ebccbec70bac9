"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

for _subject in (
    "adjudication",
    "agreement",
    "aligner_scores",
    "alignments",
    "correlation",
    "experiments",
    "finding",
    "judging",
    "linguistic_annotation",
    "marked_expressions",
    "projects",
    "test_sets",
    "translations",
):
    import_module(f"evaluation.{_subject}.models")

"""Columns that a preview proposes as systems."""

from annotation_site.tables.reading import Row
from evaluation.test_sets.files.columns import propose_test_set


def test_columns_about_the_expression_are_no_systems() -> None:
    columns = ["source", "reference", "usage", "ref spans", "DLUT"]
    rows = [
        Row(
            line,
            [f"Text {line} of it.", f"Testo {line}.", f"figurative use {line}", f"[({line}, 18)]", f"Frase {line}."],
        )
        for line in range(8)
    ]
    proposed = propose_test_set(columns, rows, ("en", "it"))
    assert proposed["systems"] == ["DLUT"] and proposed["reference_spans"] == ["ref spans"]

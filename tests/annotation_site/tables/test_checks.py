"""Checks say what a table has that its author may not have meant, with the lines to look at."""

from annotation_site.tables.checks import (
    EmptyCells,
    EmptyColumns,
    RepeatedValues,
    SimilarNames,
    describe_short_lines,
    list_lines,
)
from annotation_site.tables.columns import Cells, Role


def test_empty_cells_are_counted_and_their_first_lines_named() -> None:
    check = EmptyCells("Reference")
    for line, text in enumerate(["a", "", " ", "NA", None, "b", ""], start=2):
        check.add(line, text)
    assert check.sentences() == ["“Reference” is empty in 5 rows: lines 3, 4, 5, 6 and 8."]
    for line in (9, 10):
        check.add(line, "")
    assert check.sentences() == ["“Reference” is empty in 7 rows: lines 3, 4, 5, 6, 8 and 2 more."]


def test_a_full_column_has_nothing_to_say() -> None:
    check = EmptyCells("Reference")
    check.add(2, "a")
    assert check.sentences() == []


def test_repeated_ids_are_named_with_both_lines() -> None:
    check = RepeatedValues("ID", "Links go to the first.")
    for line, text in enumerate(["a", "b", "a", "", ""], start=2):
        check.add(line, text)
    assert check.sentences() == ["1 row repeats an earlier value of “ID”: “a” in lines 2 and 4. Links go to the first."]


def test_names_in_other_case_or_spaces_are_reported() -> None:
    check = SimilarNames("systems")
    for name in ("DeepL", "deepl ", "Google", "", None, "deepl "):
        check.add(name)
    assert check.sentences() == [
        "These systems differ in case or spaces only and count as different ones: “DeepL” and “deepl ”."
    ]


def test_lines_are_listed_as_people_do() -> None:
    assert [list_lines([4], 1), list_lines([4, 7], 2), list_lines([4, 1200], 14)] == [
        "line 4",
        "lines 4 and 7",
        "lines 4, 1,200 and 12 more",
    ]
    assert describe_short_lines([]) == []
    assert describe_short_lines([7]) == ["1 row has fewer cells than the header; the last are read as empty: line 7."]


def test_only_roles_that_have_a_column_are_checked() -> None:
    check = EmptyColumns([Role("source", "Source"), Role("reference", "Reference")])
    check.add(Cells(3, {"source": [""]}))
    assert check.sentences() == ["“Source” is empty in 1 row: line 3."]

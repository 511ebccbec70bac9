"""Parts of answers, each of which may be missing, null or of another type."""

from typing import Any

import pytest

from annotation_site.deposits.repositories.answers import Parts, Refused


def parts(value: Any) -> Parts:
    return Parts(value, "zenodo.org", "Zenodo")


def test_a_part_is_found_by_its_path_and_type() -> None:
    answer = parts({"pids": {"doi": {"identifier": "10.5281/x"}}, "hits": [{"id": 7}], "is_published": False})
    assert answer.get("pids.doi.identifier", str) == "10.5281/x"
    assert answer.get("is_published", bool) is False
    assert [each.get_record("id") for each in answer.list("hits")] == ["7"]


@pytest.mark.parametrize("value", [{}, {"pids": None}, {"pids": {}}, {"pids": {"doi": {"identifier": None}}}])
def test_what_a_draft_need_not_have_is_the_default(value: Any) -> None:
    assert parts(value).get("pids.doi.identifier", str, "") == ""
    with pytest.raises(Refused, match=r"“pids\.doi\.identifier” is missing or has another form"):
        parts(value).get("pids.doi.identifier", str)


@pytest.mark.parametrize("value", [[], "text", None, {"pids": []}, {"pids": "10.5281/x"}, {"pids": {"doi": 3}}])
def test_another_type_is_refused_also_where_there_is_a_default(value: Any) -> None:
    with pytest.raises(Refused, match="Check the address and the software"):
        parts(value).get("pids.doi.identifier", str, "")


def test_true_is_no_number_and_one_no_truth() -> None:
    for value, kind in ((True, int), (1, bool), ("true", bool)):
        with pytest.raises(Refused):
            parts({"is_published": value}).get("is_published", kind)


@pytest.mark.parametrize("record", [None, True, "", "a\0b", "\ud800", "x" * 201, {}, ["a"]])
def test_a_record_is_known_by_a_short_printable_text(record: Any) -> None:
    with pytest.raises(Refused):
        parts({"id": record}).get_record("id")

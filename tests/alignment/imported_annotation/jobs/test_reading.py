"""A preview of readings shows what was found, and each row that does not fit with its place."""

import pytest

from annotation_site.assignments.models import Assignment
from annotation_site.web.exceptions import DomainError
from tests.alignment.imported_annotation.importing import FIRST, SECOND, TABLE, look, make_numbered_pair, packed
from tests.factories import lease, make_member, make_project

pytestmark = pytest.mark.django_db


def test_the_preview_says_what_was_found_and_writes_nothing():
    project = make_project()
    result = look(project, [FIRST, SECOND]).result
    assert [(r["pairs"], r["sure"], r["possible"], r["unaligned"]) for r in result["readers"]] == [
        (1, 2, 0, 0),
        (1, 0, 1, 2),
    ]
    assert (result["pairs"], result["spread"], result["rejected_count"]) == (1, [[2, 1]], 0)
    [shown] = result["shown"]
    assert (shown["key"], shown["source"], shown["target"]) == ("1", ["a", "cat"], ["un", "gatto"])
    assert [reading["links"] for reading in shown["readings"]] == [
        [["a", "un", "S"], ["cat", "gatto", "S"]],
        [["cat", "gatto", "P"]],
    ]
    assert [reading["name"] for reading in shown["readings"]] == [reader["name"] for reader in result["readers"]]
    assert not project.items.exists()
    assert not project.memberships.exclude(pseudonym="").exists()


@pytest.mark.parametrize(
    ("texts", "alignment_format", "reason"),
    [
        (
            [FIRST, SECOND.replace("gatto", "cane")],
            "giza-sp",
            "Its words differ from those of pair 1 in its first reading.",
        ),
        ([FIRST, SECOND.replace("p2", "p3")], "giza-sp", "points to target token 3"),
        ([FIRST + FIRST], "giza-sp", "already occurs in line 1"),
        (['{"id": "x", "sure": "0-0"}'], "jsonl", "The files do not contain the words of pair x"),
        (['{"id": "a\\u0000b", "sure": "0-0"}'], "jsonl", "no control characters"),
        (["\ud800".encode("utf-8", "surrogatepass")], "jsonl", "not a JSON object"),
        ([TABLE.format(kind=7, links="1-1")], "mt-equal", "” is not a link type; use 0"),
        ([packed(A1__samp1_SentPair0="1 x\n")], "blinker", "samp1.SentPair0: A line needs"),
    ],
)
def test_a_row_that_does_not_fit_is_shown_with_its_place(texts, alignment_format, reason):
    result = look(make_project(), texts, alignment_format).result
    (row,) = result["rejected"]
    assert reason in row["reason"]
    assert row["file"] == f"{len(texts) - 1}.txt"
    assert result["rejected_count"] == 1


def test_links_past_the_end_of_a_pair_that_is_here_are_shown():
    result = look(make_project(pairs=1), ['{"id": "pair-1", "sure": "3-0"}'], "jsonl").result
    assert "pair pair-1 has 3 and 3 words" in result["rejected"][0]["reason"]


def test_a_pair_that_somebody_was_given_is_left_alone():
    project = make_project(pairs=2)
    lease(make_member(project))
    taken = Assignment.objects.get().item
    texts = [f'{{"id": "pair-{number}", "sure": "0-0"}}' for number in (1, 2)]
    result = look(project, ["\n".join(texts)], "jsonl").result
    assert [row["reason"] for row in result["rejected"]] == [f"The project has no unassigned pair {taken.identifier}."]
    assert result["pairs"] == 1


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["nothing", "\n"], "1.txt has no sentence pair"),
        ([packed(readme="x")], "0.txt is a ZIP archive; a plain text file"),
    ],
)
def test_a_file_of_no_use_is_said(texts, reason):
    with pytest.raises(DomainError, match=reason):
        look(make_project(), texts)


def test_a_null_token_does_not_come_beside_readings_without():
    project = make_project(pairs=2)
    lease(make_member(project))
    with pytest.raises(DomainError, match="Readings with an artificial NULL token need a project without readings"):
        look(project, [FIRST])


def test_a_row_with_another_word_shows_both_versions():
    project = make_project()
    make_numbered_pair(project, "a cat", "un gatto")
    result = look(project, [FIRST.replace("gatto", "cane")]).result
    (row,) = result["rejected"]
    assert row["reason"].endswith("Word 2 of the target sentence is “cane” here and “gatto” in the project.")
    versions = [[["un", "cane"], "this file"], [["un", "gatto"], "in the project"]]
    assert row["difference"] == {"side": "target", "place": 1, "versions": versions}


def test_a_word_too_few_is_shown_as_missing():
    project = make_project()
    make_numbered_pair(project, "a cat !", "un gatto")
    (row,) = look(project, [FIRST]).result["rejected"]
    assert row["reason"].endswith("Word 3 of the source sentence is missing here and “!” in the project.")

"""Several test sets side by side: the table of a paper, from stored figures, with reasons for empty cells."""

import csv

import pytest
from django.test import Client
from django.urls import reverse

from evaluation.boards.queries.boards import read_board
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.several_test_sets.queries.figures import read_several
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import add, make_test_set, run
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
SYSTEMS = ["zero-random", "zero-mBART", "joint-mBART"]
# With fewer than 30 segments no figure is marked.
TEXTS = ["Piove molto oggi.", "La casa è verde.", "Non lo so ancora.", "Domani andiamo al mare."] * 8


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


def measure(test_set: TestSet, *names: str) -> None:
    project = test_set.project
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": names}
    run(request_measures(**asked, options={}), measure_translations)


def make(project, name: str, systems: list[str]) -> TestSet:
    """Return a test set on which each system has one segment more wrong than the one before."""
    rows = [["source", "reference", *systems]]
    for place, text in enumerate(TEXTS):
        rows.append(
            [f"Source {place}.", text, *("Altro." if place % 4 < wrong else text for wrong in range(len(systems)))]
        )
    table = "".join("\t".join(row) + "\n" for row in rows)
    return make_test_set(project, table, {"source": "source", "reference": "reference"}, systems, name=name)


@pytest.fixture
def world():
    """Two test sets of a project and one of another of the same manager."""
    project = make_evaluation_project()
    news, idioms = make(project, "News", SYSTEMS), make(project, "Idioms", SYSTEMS[1:])
    measure(news, "bleu", "ter")
    measure(idioms, "bleu")
    add(idioms, "late", "a\nb\nc\nd\n" * 8)
    other = make(make_evaluation_project(project.created_by), "Talks", SYSTEMS[:1])
    measure(other, "bleu")
    client = Client()
    client.force_login(project.created_by)
    return client, project, news, idioms, other


def test_the_cells_are_those_of_the_boards_and_empty_ones_say_why(world):
    _, _, news, idioms, _ = world
    table = read_several([news, idioms], ["bleu.score", "ter.score"], "{split}-{system}")
    assert [(head.key, width) for head, width in table.spans] == [("bleu.score", 2), ("ter.score", 2)]
    assert [(row.split, row.name) for row in table.rows] == [
        ("zero", "random"), ("zero", "mBART"), ("joint", "mBART"), ("", "late"),
    ]  # fmt: skip
    for place, test_set in ((0, news), (1, idioms)):
        board = {row.name: row.cells[0] for row in read_board(test_set, keys=["bleu.score"]).rows}
        for row in table.rows:
            if row.cells[place].figure:
                shown = row.cells[place].cell
                assert (shown.value, shown.interval, shown.rank) == (
                    board[row.system].value, board[row.system].interval, board[row.system].rank,
                )  # fmt: skip
    assert [row.cells[0].is_best for row in table.rows] == [True, False, False, False]
    assert [row.cells[2].is_best for row in table.rows] == [True, False, False, False]  # fewer errors
    told = {
        (row.system, place): cell.note and table.reasons[cell.note - 1]
        for row in table.rows
        for place, cell in enumerate(row.cells)
    }
    assert told["zero-random", 1] == "zero-random has no translations of Idioms."
    assert told["joint-mBART", 3] == "Idioms was not measured by TER."
    assert told["late", 1] == "late was added to Idioms after BLEU was measured."
    assert told["zero-random", 0] is None
    with pytest.raises(ValueError, match=r"\{split\} and \{system\}"):
        read_several([news], [], "{system}")


def test_page_files_and_api_tell_the_same(world):
    client, project, news, idioms, other = world
    asked = {"test_set": [news.pk, idioms.pk, other.pk], "figure": ["bleu.score"], "pattern": "{split}-{system}"}
    address = reverse("evaluation:several_test_sets", args=[project.slug])
    page = markup_of(client.get(address, asked))
    assert (
        '<th scope="rowgroup" colspan="4"><bdi>zero</bdi>' in page
        and "joint-mBART has no translations of Talks." in page
    )
    assert "Talks" in page and 'colspan="3">BLEU' in page
    csv_file = client.get(reverse("evaluation:several_test_sets_table", args=[project.slug, "csv"]), asked)
    rows = list(csv.DictReader(b"".join(csv_file).decode("utf-8-sig").splitlines()))
    api = client.get(reverse("api:test-sets-side-by-side", args=[project.slug]), asked).json()["cells"]
    assert len(rows) == len(api) == 4 * 3
    for row, cell in zip(rows, api, strict=True):
        assert (row["system"], row["test_set"], row["reason"]) == (cell["system"], cell["test_set"], cell["reason"])
        assert row["value"] == ("" if cell["value"] is None else str(cell["value"]))
    text = markup_of(client.get(reverse("evaluation:several_test_sets_table", args=[project.slug, "tex"]), asked))
    assert r"\multicolumn{2}{c}{} & \multicolumn{3}{c}{BLEU $\uparrow$} \\" in text and r"\cmidrule(lr){3-5}" in text
    assert r"zero & random & \textbf{100.00} & – &" in text and text.count(r"\midrule") == 3
    assert "\n & mBART & " in text, "a split is named once"


def test_a_test_set_with_few_segments_marks_nobody_and_says_so(world):
    client, project, news, *_ = world
    rows = ["source\treference\tzero-random\tzero-mBART", "It rains.\tPiove.\tPiove.\tAltro."]
    small = make_test_set(project, "\n".join(rows) + "\n", {"source": "source", "reference": "reference"},
                          SYSTEMS[:2], name="Small")  # fmt: skip
    measure(small, "bleu")
    few = "Intervals and p-values are unreliable with fewer than 30 segments."
    asked = {"test_set": [small.pk, news.pk], "figure": ["bleu.score"]}
    table = read_several([small, news], ["bleu.score"])
    assert not any(row.cells[0].is_best for row in table.rows) and any(row.cells[1].is_best for row in table.rows)
    assert f"<b>Small: {few}</b>" in markup_of(
        client.get(reverse("evaluation:several_test_sets", args=[project.slug]), asked)
    )
    api = client.get(reverse("api:test-sets-side-by-side", args=[project.slug]), asked).json()["cells"]
    assert {(cell["test_set"], cell["note"], cell["rank"] is None) for cell in api} == {
        ("Small", few, True), ("News", "", False),
    }  # fmt: skip
    text = markup_of(client.get(reverse("evaluation:several_test_sets_table", args=[project.slug, "tex"]), asked))
    assert f"% Small: {few}" in text


def test_what_cannot_be_seen_cannot_be_chosen(world):
    client, project, news, _, other = world
    address = reverse("evaluation:several_test_sets", args=[project.slug])
    assert "BLEU" in markup_of(client.get(address))  # all of the project by its first figure
    reviewer = Client()
    reviewer.force_login(make_member(project, role="adjudicator").user)
    assert "Talks" not in markup_of(reviewer.get(address))
    assert reviewer.get(address, {"test_set": [news.pk, other.pk]}).status_code == 400
    api = reverse("api:test-sets-side-by-side", args=[project.slug])
    assert reviewer.get(api, {"test_set": [news.pk, other.pk]}).status_code == 400
    refused = client.get(api, {"figure": "bleu.score", "pattern": "{run}"})
    assert refused.status_code == 400 and "{split} and {system}" in markup_of(refused)
    assert client.get(reverse("evaluation:several_test_sets_table", args=[project.slug, "xls"])).status_code == 404


def test_the_page_costs_as_many_queries_for_more_systems(world, django_assert_max_num_queries):
    client, project, *_ = world
    address = reverse("evaluation:several_test_sets", args=[project.slug])
    client.get(address)
    with django_assert_max_num_queries(40):
        client.get(address)

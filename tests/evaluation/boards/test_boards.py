"""Boards of a test set's systems, from measures as their jobs store them."""

import json
import re

import pgtrigger
import pytest
from django.test import Client
from django.urls import reverse

from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.contents import describe_contents
from evaluation.boards.queries.reasons import merge_readings, read_segment
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.judgements import answer, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import COLUMNS, TABLE, keep, make_test_set, run
from tests.factories import make_member, make_project
from tests.markup import Markup, markup_of

pytestmark = pytest.mark.django_db
SYSTEMS = ["system one", "system two"]


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)


def measure(test_set: TestSet, *names: str, **options: object) -> None:
    project = test_set.project
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": names}
    run(request_measures(**asked, options=options), measure_translations)


def test_a_column_without_a_figure_does_not_order_the_systems():
    plain = "source\treference\tsystem one\tsystem two\nIt rains.\tPiove molto.\tPiove un po’.\tPiove molto.\n"
    columns = {"source": "source", "reference": "reference"}
    test_set = make_test_set(make_project(), plain, columns, SYSTEMS)
    measure(test_set, "mwe-score", "ter")
    board = read_board(test_set)
    assert [head.key for head in board.heads] == ["ter.score"]
    assert [head.key for head in board.folded] == ["mwe-score.paper"]
    assert board.by.key == "ter.score"
    assert [row.name for row in board.rows] == ["system two", "system one"]
    assert read_board(test_set, by="mwe-score.paper").by.key == "mwe-score.paper"
    shown = read_board(test_set, keys=["mwe-score.paper"])
    assert [head.key for head in shown.heads] == ["mwe-score.paper"] and not shown.folded


def test_the_strip_counts_what_is_there():
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, COLUMNS, SYSTEMS)
    align(test_set, "system one")
    words = keep(project, "en-it.txt", b"ice gelo\nwoke sveglia\n")
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": ["litter", "bleu"]}
    run(request_measures(**asked, files={"dictionaries": [words]}), measure_translations)
    opened = make_round(project, test_set)
    answer(lease_judgement(make_member(project)))
    scores = newest_scores(test_set)
    parts = {part.name: (part.count, part.of) for part in describe_contents(test_set, scores)}
    missing = sum(1 for each in test_set.translations.all() if each.missing_count)
    assert parts == {
        "Translations": (2 - missing, 2),
        "Alignments": (1, 2),
        "Dictionaries": (1, None),
        "Measures": (2, None),
        "Judgements": (1, 2 * opened.task_count),
        "Correlations": (0, None),
    }


# Without missing outputs.
COMPLETE = TABLE.replace("[(5, 18)]\t\t", "[(5, 18)]\tHanno spaccato il gelo.\t")
# As many segments as can be told apart.
ENOUGH = TABLE.splitlines()[0] + "\n" + "".join(f"{line}\n" for line in TABLE.splitlines()[1:] * 10)
FEW = "Intervals and p-values are unreliable with fewer than 30 segments."


def send(test_set: TestSet, route: str, *more: str, **query: str) -> str:
    client = Client()
    client.force_login(test_set.project.created_by)
    answer = client.get(reverse(route, args=[test_set.project.slug, test_set.pk, *more]), query)
    text = b"".join(answer).decode()
    return Markup(text) if answer["Content-Type"].startswith("text/html") else text


def test_with_few_segments_nothing_is_ranked_and_words_say_so():
    test_set = make_test_set(make_project(source_language="en", target_language="it"), TABLE, COLUMNS, SYSTEMS)
    measure(test_set, "mwe-score", "bleu", "ter")
    board = read_board(test_set)
    assert {cell.rank for row in board.rows for cell in row.cells} == {None} and not board.equals
    assert board.notes == [FEW]
    page = send(test_set, "evaluation:test_set")
    table = page[page.index("<tbody>") : page.index("</table>")]
    assert FEW in page and "is-top" not in page and "<b>" not in table and "#1" not in table
    assert "Sorted by Score_mwe" in page and "Blue lines" not in page and "Rank: #" not in page
    paper = send(test_set, "evaluation:test_set_latex")
    assert f"% {FEW}" in paper and "textbf" not in paper and "dagger" not in paper.lower()
    lines = send(test_set, "evaluation:test_set_table").splitlines()
    assert lines[0].endswith(",note") and all(line.endswith(FEW) for line in lines[1:])
    assert "No significant difference" not in send(test_set, "evaluation:test_set_plot") and "rank" not in send(
        test_set, "evaluation:test_set_plot"
    )
    told = json.loads(send(test_set, "api:test-set-runs"))
    assert {row["rank"] for row in told["systems"]} == {None} and told["notes"] == [FEW]
    assert json.loads(send(test_set, "api:test-set"))["note"] == FEW


def test_a_measure_of_few_expressions_ranks_nobody_among_many_segments():
    plain = "".join(f"{line}\n" for line in ["It rains.\tPiove.\t\t\t\tPiove.\tPiove molto."] * 30)
    test_set = make_test_set(
        make_project(source_language="en", target_language="it"), COMPLETE + plain, COLUMNS, SYSTEMS
    )
    measure(test_set, "mwe-score", "bleu")
    board = read_board(test_set)
    ranks = {head.key: {row.cells[place].rank for row in board.rows} for place, head in enumerate(board.heads)}
    assert ranks["mwe-score.paper"] == {None} and None not in ranks["bleu.score"]
    assert board.notes == [FEW]


def test_a_system_without_outputs_never_ranks():
    header, *rows = ENOUGH.splitlines()
    table = "\n".join([f"{header}\tsilent", *(f"{row}\t" for row in rows)]) + "\n"
    project = make_project(source_language="en", target_language="it")
    test_set = make_test_set(project, table, COLUMNS, [*SYSTEMS, "silent"])
    names = ["mwe-score", "litter", "bleu", "chrf", "ter"]
    words = keep(project, "en-it.txt", b"ice ghiaccio\nwoke sveglia\nice gelo\n")
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "measures": names}
    run(request_measures(**asked, files={"dictionaries": [words]}), measure_translations)
    board = read_board(test_set, by="litter.macro")
    assert board.rows[-1].name == "silent"
    by_name = {row.name: [cell.rank for cell in row.cells] for row in board.rows}
    assert set(by_name["silent"]) == {None} and 1 in by_name["system two"]
    # The first system lacks some outputs: it has ranks where they cannot pay off.
    ranked = {head.measure: rank for head, rank in zip(board.heads, by_name["system one"], strict=True)}
    assert ranked["litter"] and ranked["mwe-score"] and ranked["bleu"] is ranked["chrf"] is ranked["ter"] is None
    assert any(note.startswith("silent has no outputs: no rank for ") for note in board.notes)
    note = "system one has missing outputs, which can score better than poor ones: no rank for BLEU, chrF, TER."
    assert note in board.notes
    paper = send(test_set, "evaluation:test_set_latex")
    silent = next(line for line in paper.splitlines() if line.startswith("silent"))
    assert "textbf" not in silent and "dagger" not in silent and "% silent has no outputs" in paper
    groups = json.loads(send(test_set, "api:test-set-groups", measure="litter"))["rows"]
    assert {row["rank"] for row in groups if row["system"] == "silent"} == {None}


def test_figures_without_resamples_have_no_rank():
    table = COMPLETE.splitlines()[0] + "\n" + "".join(f"{line}\n" for line in COMPLETE.splitlines()[1:] * 10)
    test_set = make_test_set(make_project(source_language="en", target_language="it"), table, COLUMNS, SYSTEMS)
    measure(test_set, "bleu")
    assert {row.cells[0].rank for row in read_board(test_set).rows} <= {1, 2}
    with pgtrigger.ignore("evaluation.TranslationScore:immutable"):
        TranslationScore.objects.update(resampled={})
    assert {row.cells[0].rank for row in read_board(test_set).rows} == {None}


def test_options_of_a_measure_are_kept_with_its_score():
    project = make_project(source_language="en", target_language="it")
    test_set = make_test_set(project, TABLE, COLUMNS, SYSTEMS)
    measure(test_set, "bleu", max_ngram_order=1)
    score = TranslationScore.objects.filter(translation__system__name="system one").get()
    assert score.options["max_ngram_order"] == 1 and score.options["tokenize"] == "language"
    # Of "Ha spaccato il gelo." against "Ha rotto il ghiaccio.", three words of five with the full stop.
    reading = next(each for each in read_segment(test_set.segments.get(number=2)) if each.name == "system one")
    assert reading.scores["bleu"] == pytest.approx(60)
    measure(test_set, "bleu", "ter")
    assert TranslationScore.objects.filter(measure="bleu").count() == 4


def test_identical_outputs_are_one_reading_with_the_words_that_the_reference_lacks():
    table = "source\treference\tone\ttwo\tthree\nIt rains.\tPiove molto.\tPiove poco.\tPiove molto.\tPiove poco.\n"
    columns = {"source": "source", "reference": "reference"}
    test_set = make_test_set(make_project(), table, columns, ["one", "two", "three"])
    measure(test_set, "ter")
    segment = test_set.segments.get()
    first, second = merge_readings(read_segment(segment), segment.references)
    assert (first.names, first.is_reference) == (["one", "three"], False)
    assert first.reading.pieces == [("Piove ", ""), ("poco", "differs"), (".", "")]
    assert (second.names, second.is_reference, second.reading.pieces) == (["two"], True, [("Piove molto.", "")])
    client = Client()
    client.force_login(test_set.project.created_by)
    page = markup_of(client.get(reverse("evaluation:segment", args=[test_set.project.slug, test_set.pk, 1])))
    assert "Piove <u>poco</u>." in page and "same as the reference" in page and page.count("<table") == 1


@pytest.mark.parametrize(
    ("route", "tab"),
    [
        ("test_set", "Board"),
        ("segments", "Segments"),
        ("expressions", "Expressions"),
        ("correlations", "People"),
        ("test_set_files", "Files"),
    ],
)
def test_every_page_of_a_test_set_stands_under_its_tab(route, tab):
    test_set = make_test_set(make_project(source_language="en", target_language="it"), TABLE, COLUMNS, SYSTEMS)
    page = send(test_set, f"evaluation:{route}")
    tabs = page[page.index('<nav aria-label="Test set">') :].split("</nav>")[0]
    assert re.findall(r">([A-Z]\w+)</a>", tabs) == ["Board", "Segments", "Expressions", "People", "Files"]
    assert re.findall(r'aria-current="page">(\w+)<', tabs) == [tab]

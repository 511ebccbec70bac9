"""Missing outputs: by no measure is a system better for them."""

import json

import pytest

from annotation_site.figures.latex import print_table
from evaluation.boards.queries.boards import read_board, table_of_board
from evaluation.boards.queries.columns import read_columns
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.registry import MEASURES, find_measure
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.litter import find_literal_words
from evaluation.test_sets.models import TestSet
from tests.evaluation.boards.test_boards import send
from tests.evaluation.measures.services.test_measures import align, ask
from tests.evaluation.translated import COLUMNS, PARTS, make_test_set, run
from tests.factories import make_project

SEGMENTS = 40
# Long, wrong, and literal: the worst that a system can put out.
POOR = "Gelo brina neve ghiacciolo acqua fredda che non finisce mai davvero mai e poi mai più."
FAIR = "Ha rotto il ghiaccio."


def make_ranked() -> TestSet:
    """Return a test set with every measure of a fair system, a poor one, one that lacks half of its poor outputs, and
    one without outputs.
    """
    row = ["He broke the ice.", FAIR, "ha rotto il ghiaccio", "break the ice", "[(3, 16)]"]
    lines = [[*PARTS, "fair", "poor", "partly", "silent"]]
    lines += [[*row, FAIR, POOR, POOR if number % 2 else " ", ""] for number in range(SEGMENTS)]
    table = "".join("\t".join(line) + "\n" for line in lines)
    names = lines[0][len(PARTS) :]
    test_set = make_test_set(make_project(source_language="en", target_language="it"), table, COLUMNS, names)
    for name in ["", "fair", "poor", "partly"]:
        missing = range(0, SEGMENTS, 2) if name == "partly" else ()
        links = ["" if number in missing else "1-0 2-1 3-2" for number in range(SEGMENTS)]
        align(test_set, name, "".join(f"{line}\n" for line in links))
    words, compounds = "ice gelo\nice ghiacciolo\n", "compound,compositionality\nrotto il ghiaccio,1\n"
    run(ask(test_set, *MEASURES, dictionary=words, compounds=compounds), measure_translations)
    return test_set


@pytest.mark.django_db
def test_by_no_measure_is_a_system_better_for_missing_outputs(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    test_set = make_ranked()
    heads = read_board(test_set).columns
    board = read_board(test_set, keys=[head.key for head in heads])
    assert {head.measure for head in board.heads} == set(MEASURES)
    gaining = {name for name, each in MEASURES.items() if each.gains_from_missing}
    assert gaining == {"bleu", "chrf", "chrfpp", "ter"}
    for column in read_columns(test_set, newest_scores(test_set), board.heads):
        sign = -1 if column.head.is_error else 1
        values = {name: sign * figure.value for name, figure in column.figures.items()}
        assert not column.may_be_best("silent") and "silent" not in column.ranks, column.head
        if column.head.measure in gaining:
            assert not column.may_be_best("partly") and "partly" not in column.ranks, column.head
        else:
            assert values.get("partly", values["poor"]) <= values["poor"] < values["fair"], column.head
    paper = print_table(table_of_board(board))
    silent = next(line for line in paper.splitlines() if line.startswith("silent"))
    assert "textbf" not in silent and "dagger" not in silent
    assert "partly has missing outputs, which can score better than poor ones: no rank for BLEU" in paper


@pytest.mark.django_db
def test_no_file_or_page_marks_a_system_with_missing_outputs(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    test_set = make_ranked()
    systems = {each.system.name: each.pk for each in test_set.translations.select_related("system")}
    # TER of the poor outputs is above that of half of them.
    query = {"measure": "ter", "first": str(systems["partly"]), "second": str(systems["poor"])}
    note = "partly has missing outputs, which can score better than poor ones: no rank."
    page = send(test_set, "evaluation:compare", **query)
    assert note in page
    latex = send(test_set, "evaluation:compare_table", "figures", "tex", **query)
    assert "textbf" not in latex and f"% {note}" in latex
    told = json.loads(send(test_set, "api:test-set-comparison", measure="ter", first="partly", second="poor"))
    assert told["notes"] == [note]
    assert note in send(test_set, "evaluation:groups", measure="ter")
    assert f"% {note}" in send(test_set, "evaluation:groups_table", "tex", measure="ter")
    assert note in json.loads(send(test_set, "api:test-set-groups", measure="ter"))["notes"]
    silent = send(test_set, "evaluation:expressions_table", "tex", measure="litter")
    assert "% silent has no outputs: no rank." in silent


def test_an_expression_without_a_translation_is_an_error_of_litter():
    dictionary = BilingualDictionary(({"ice": ("gelo",)},))
    for hypothesis in ([], ["."]):
        found = find_literal_words(["ice"], ["ghiaccio"], hypothesis, dictionary)
        assert found is not None and found.is_error and not found.triggered
    assert not find_literal_words(["ice"], ["ghiaccio"], ["ghiaccio"], dictionary).is_error


def test_measures_computed_elsewhere_may_gain_from_missing_outputs():
    assert (
        find_measure("external-up:COMET").gains_from_missing
        and find_measure("external-down:MetricX").gains_from_missing
    )

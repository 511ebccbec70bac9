"""Figures of some expressions say of how many, wherever they stand."""

import json

import pytest

from annotation_site.figures.latex import print_table
from evaluation.boards.queries.boards import read_board
from evaluation.measures.jobs import sharing
from evaluation.several_test_sets.queries.figures import read_several
from evaluation.several_test_sets.queries.tables import print_several
from tests.evaluation.boards.test_boards import measure, send
from tests.evaluation.translated import COLUMNS, PARTS, make_test_set
from tests.factories import make_project

pytestmark = pytest.mark.django_db
WORDS, ALL = 37, 100
NOTE = "Score_mwe counts 37 of 100 expressions: the others have no word in the reference."


@pytest.fixture
def test_set(monkeypatch):
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    lines = [[*PARTS, "one", "two"]]
    for number in range(ALL):
        expression = "ha rotto il ghiaccio" if number < WORDS else ""
        row = ["He broke the ice.", "Ha rotto il ghiaccio.", expression, "break the ice", "[(3, 16)]"]
        lines.append([*row, "Ha spaccato il gelo.", "Ha rotto il ghiaccio."])
    table = "".join("\t".join(line) + "\n" for line in lines)
    made = make_test_set(make_project(source_language="en", target_language="it"), table, COLUMNS, ["one", "two"])
    measure(made, "mwe-score", "bleu")
    return made


def test_the_number_stands_beside_the_figure_and_is_explained(test_set):
    board = read_board(test_set)
    assert {cell.counted for row in board.rows for cell in row.cells[:1]} == {"37 of 100"}
    assert {cell.counted for row in board.rows for cell in row.cells[1:]} == {""}
    assert {row.cells[0].rank for row in board.rows} == {1, 2} and board.notes == [NOTE]
    page = send(test_set, "evaluation:test_set")
    assert page.count('<div class="quiet small">37 of 100</div>') == 2 and NOTE in page
    paper = send(test_set, "evaluation:test_set_latex")
    assert "Score\\_mwe $\\uparrow$ (37 of 100) & BLEU" in paper or "(37 of 100) & BLEU" in paper
    assert f"% {NOTE}" in paper


def test_tables_of_several_test_sets_and_comparisons_say_it_too(test_set):
    table = read_several([test_set], ["mwe-score.paper"])
    assert {row.cells[0].cell.counted for row in table.rows} == {"37 of 100"}
    paper = print_table(print_several(table))
    assert "Idioms (37 of 100)" in paper and NOTE in paper
    assert NOTE in send(test_set, "evaluation:compare")
    assert f"% {NOTE}" in send(test_set, "evaluation:compare_table", "figures", "tex")
    assert json.loads(send(test_set, "api:test-set-comparison"))["notes"] == [NOTE]
    assert json.loads(send(test_set, "api:test-set-runs"))["notes"] == [NOTE]

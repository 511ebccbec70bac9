"""Contents of a judging round's report: no hidden references, every submission in its state, oneself apart."""

from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from scipy.stats import spearmanr

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.operations.models import Operation
from evaluation.correlation.queries.human_scores import find_judging_round_report, list_judgements, name_state
from evaluation.correlation.queries.human_sources import HumanSource, read_state
from evaluation.judging.figures.agreement import report_judging_round
from evaluation.judging.figures.answer_table import AnswerTable, Question
from evaluation.judging.models import JudgingRound, OutputJudgement
from evaluation.judging.queries.annotator_quality import read_own_pace
from evaluation.judging.queries.answers import read_judged
from evaluation.metrics.significance import paired_bootstrap
from tests.evaluation.judgements import answer, answer_everything, make_evaluation_project, make_round
from tests.evaluation.judging.figures.test_annotator_quality import exclude
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.judging.test_api import Caller
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
# No system puts out the reference.
TABLE = "source\treference\texpression\tlabel\tone\ttwo\n" + "".join(
    f"He did {word}.\tHa {word}.\t{word}\t{word}\tUno {word}.\tDue {word}.\n" for word in ("a", "b", "c", "d")
)


def make_hidden(method: str, people: Callable[[str], int], **settings: object) -> JudgingRound:
    """Make a judging round with a hidden reference that two people judge, by the quality of a text in their eyes."""
    project = make_evaluation_project()
    columns = {"source": "source", "reference": "reference", "expression": "expression", "label": "label"}
    opened = make_round(
        project, make_test_set(project, TABLE, columns, ["one", "two"]), method=method, hides_reference=True, **settings
    )
    for shift in (0, 1):
        annotator = make_member(project)
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            texts = [assignment.item.judgement_task.outputs[place]["text"] for place in assignment.shown_order.places]
            worth = [people(text) + shift * (text == "Due a.") for text in texts]
            if method == "score":
                answer(assignment, worth)
            else:
                answer(assignment, [2 if worth[0] == worth[1] else 1 if worth[0] > worth[1] else 3])
    return opened


def worth_of(text: str) -> int:
    return {"U": 1, "D": 2, "H": 5}[text[0]]


def test_a_preference_over_the_hidden_reference_is_no_win_of_a_system() -> None:
    opened = make_hidden("preference", worth_of)
    wins: dict[str, list[float]] = defaultdict(list)
    for _, system, against, _, verdict, _ in list(list_judgements(opened))[1:]:
        if against != "(reference)":
            won = {1: 1.0, 2: 0.5, 3: 0.0}[verdict]
            wins[system].append(won)
            wins[against].append(1 - won)
    assert OutputJudgement.objects.count() == 24 and sum(map(len, wins.values())) == 16
    report = find_judging_round_report(opened)
    counted = {name: (len(won), sum(won) / len(won)) for name, won in wins.items()}
    assert {row.system: (row.judgements, row.mean) for row in report.systems} == counted
    assert counted["two"] == (8, 1.0)
    assert report.units == 4


def test_the_hidden_reference_is_no_unit_of_alpha() -> None:
    opened = make_hidden("score", worth_of)
    rows = OutputJudgement.objects.select_related("assignment__item__judgement_task")
    units, people, values = [], [], []
    for row in rows:
        task = row.assignment.item.judgement_task
        if task.outputs[row.output]["systems"]:
            units.append((task.pk, row.output))
            people.append(row.assignment.annotator_id)
            values.append(row.value)
    report = find_judging_round_report(opened)
    assert report.units == len(set(units)) == 8 and report.judgements == 24
    for row in report.alphas:
        assert row.alpha == krippendorff_alpha(units, people, values, row.level)
    assert {row.reference_mean for row in report.annotators} == {5}


def test_what_two_people_have_in_common_is_compared_whatever_else_they_judged() -> None:
    questions = [Question(task, place, str(task), [place]) for task in (1, 2, 3) for place in (0, 1)]
    given = [(0, 0, 1), (1, 0, 5), (2, 0, 2), (3, 0, 4), (2, 1, 5), (3, 1, 1), (4, 1, 1), (5, 1, 5)]
    asked, by, values = np.array(given).T
    (pair,) = report_judging_round(AnswerTable(["one", "two"], ["A", "B"], questions, asked, by, values)).pairs
    assert (pair.annotators, pair.tasks, pair.pearson.value) == (("A", "B"), 1, pytest.approx(-1))


def test_systems_are_compared_with_the_best_by_the_paired_bootstrap() -> None:
    """Scores of three systems on thirty segments, by one person: near the best one, and far from it."""
    questions = [Question(task, place, str(task), [place]) for task in range(30) for place in range(3)]
    scores = np.array([[4 + task % 2, 5 - task % 2, 1 + task % 3] for task in range(30)]).ravel()
    order = np.arange(len(questions))
    names = ["odd", "even", "poor"]
    table = AnswerTable(names, ["A"], questions, order, np.zeros(len(order), dtype=int), scores)
    first, second, third = report_judging_round(table).systems
    assert (first.p, third.system) == (None, "poor")
    assert second.p is not None and third.p is not None
    by_hand = [
        paired_bootstrap(own, best, lambda sums: sums, resamples=1000, seed=12345).p
        for best, own in [[scores.reshape(30, 3)[:, [names.index(row.system)]] / 30.0 for row in (first, each)]
                          for each in (second, third)]
    ]  # fmt: skip
    assert [second.p, third.p] == pytest.approx(by_hand)
    assert third.p < 0.05 <= second.p
    few = np.arange(29 * 3)
    table = AnswerTable(names, ["A"], questions[: len(few)], few, np.zeros(len(few), dtype=int), scores[: len(few)])
    assert {row.p for row in report_judging_round(table).systems} == {None}


@pytest.mark.parametrize("method", ["score", "preference"])
def test_the_columns_say_what_the_rows_do(method: str) -> None:
    """Every figure once more, from the answers one by one."""
    opened = make_hidden(method, worth_of, repeat_share=50)
    rows, report = list(read_judged(opened)), find_judging_round_report(opened)
    scores: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row.counts:
            for system, score in row.score_systems():
                scores[system].append(score)
    assert {each.system: (each.judgements, each.mean) for each in report.systems} == {
        system: (len(found), pytest.approx(sum(found) / len(found))) for system, found in scores.items()
    }
    for annotator in report.annotators:
        own = [row for row in rows if row.annotator == annotator.annotator]
        first = {(row.task, row.output): row.value for row in own if row.repeats is None}
        again = [(first[row.repeats, row.output], row.value) for row in own if row.repeats is not None]
        assert annotator.judgements == len(own) and annotator.compared == len(first)
        assert (annotator.repeated, annotator.same) == (len(again), sum(one == two for one, two in again))
        assert annotator.repeated > 0
        others = [next(each.value for each in rows if each.annotator != annotator.annotator
                       and (each.task, each.output) == unit) for unit in first]  # fmt: skip
        mine = list(first.values())
        is_constant = 1 in (len(set(mine)), len(set(others)))
        expected = None if is_constant else pytest.approx(spearmanr(mine, others).statistic)
        assert annotator.rho.value == expected


def test_a_submission_that_comes_to_be_seen_late_changes_the_state() -> None:
    """The key of an operation is taken before its transaction ends: one with a lower key may be seen later."""
    opened = make_round()
    answer_everything(make_member(opened.project), defaultdict(lambda: 3))
    source = HumanSource(opened.test_set, opened, None)
    before = name_state(opened, with_excluded=False), read_state(source)
    first = Operation.objects.filter(kind="submit").order_by("pk").first()
    assert first is not None
    Operation.objects.create(
        pk=-first.pk, actor=first.actor, project=first.project, item=first.item, kind="submit",
        operation_id="00000000-0000-4000-8000-000000000000", created_at=first.created_at,
    )  # fmt: skip
    assert name_state(opened, with_excluded=False) != before[0] and read_state(source) != before[1]


def test_tables_are_of_the_figures_that_the_page_shows() -> None:
    opened = make_round(required_count=3)
    for score in (2, 3, 5):
        answer_everything(make_member(opened.project), dict.fromkeys(SCORES, score))
    exclude(opened)
    client = Client()
    client.force_login(opened.project.created_by)
    where = [opened.project.slug, opened.number]
    page = markup_of(client.get(reverse("evaluation:judging_round", args=where) + "?excluded=with"))
    address = reverse("evaluation:judgement_results", args=[*where, "annotators", "csv"])
    assert f'href="{address}?excluded=with"' in page
    assert len(client.get(address).getvalue().splitlines()) == 3
    assert len(client.get(address + "?excluded=with").getvalue().splitlines()) == 4


def test_ones_own_page_reads_no_answer_of_anybody() -> None:
    opened = make_round()
    own, other = make_member(opened.project), make_member(opened.project)
    for each in (own, other):
        answer_everything(each, defaultdict(lambda: 3))
    Assignment.objects.filter(annotator=own).update(active_seconds=4.0)
    pace = read_own_pace(own)[opened.pk]
    assert (pace.ratings, pace.seconds.value) == (3, 4.0)
    client = Client()
    client.force_login(own.user)
    with CaptureQueriesContext(connection) as queries:
        page = markup_of(
            client.get(reverse("evaluation:judging_annotator_quality_detail", args=[opened.project.slug, own.pk]))
        )
    assert "Seconds, median" in page and ">4.0<" in page
    assert not [each for each in queries.captured_queries if "evaluation_outputjudgement" in each["sql"]]


@pytest.mark.parametrize(
    ("wording", "sentence"),
    [
        ({"question": 5}, "Give a text for each question and answer."),
        ({"cannot_judge": None}, "Give a text for each question and answer."),
        ({"points": {"1": ["no"]}}, "Give a text for each question and answer."),
        ({"points": [1]}, "Labels of points must be keyed by value, such as 1."),
        ({"points": {"one": "no"}}, "Labels of points must be keyed by value, such as 1."),
    ],
)
def test_words_that_are_no_texts_are_refused_in_a_sentence(wording: dict[str, object], sentence: str) -> None:
    opened = make_round()
    manager = Caller(opened.project.created_by, opened.project)
    told = manager.send("patch", f"judging-rounds/{opened.number}/", 400, wording=wording)
    assert told["detail"] == sentence


def test_a_round_of_another_project_is_not_opened_by_the_same_operation() -> None:
    opened = make_round()
    operation = Operation.objects.get(kind="open_judging_round")
    other = make_evaluation_project(opened.project.created_by)
    told = Caller(other.created_by, other).send(
        "post",
        "judging-rounds/",
        400,
        operation_id=str(operation.operation_id),
        test_set=make_test_set(other).pk,
        name="Other",
    )
    assert "another project" in told["detail"]

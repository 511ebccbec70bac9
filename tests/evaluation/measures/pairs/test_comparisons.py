"""Two systems side by side, ranks on the board, and groups of expressions and segments."""

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.figures.latex import PaperTable, escape_latex, print_table, write_latex
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.boards.queries.boards import read_board
from evaluation.boards.queries.breakdowns import read_groups
from evaluation.comparisons import jobs as comparison_runs
from evaluation.comparisons.jobs import PairQuestion, find_comparison
from evaluation.comparisons.queries import ComparedFigure, ComparedSegments, print_figures, read_figures
from evaluation.measures.groups import ExpressionFacts, SegmentFacts, find_groups, find_segment_groups
from evaluation.measures.jobs import sharing
from evaluation.measures.pairs.comparisons import compare_resampled, find_better, find_equals, rank
from evaluation.metrics.averages import bootstrap_mean, mean_rates, micro_table
from evaluation.metrics.significance import paired_bootstrap
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.aligner_scores.test_runs import finish
from tests.evaluation.measures.services.test_measures import make_measured
from tests.evaluation.translated import run
from tests.factories import make_member
from tests.markup import markup_of
from tests.running.kept_rows import made_once


def test_the_resamples_of_two_intervals_are_the_paired_bootstrap():
    chance = np.random.default_rng(3)
    scores = chance.random((2, 40))
    scores[1] += 0.1
    tables = [micro_table((number, "", float(value)) for number, value in enumerate(row)) for row in scores]
    resampled = [bootstrap_mean(table, is_macro=False, resamples=200, seed=5).tolist() for table in tables]
    expected = paired_bootstrap(*tables, mean_rates, resamples=200, seed=5)
    found = compare_resampled(float(scores[0].mean()), float(scores[1].mean()), *resampled)
    assert found is not None and found.p == expected.p and found.interval == pytest.approx(expected.interval)
    assert found.value == pytest.approx(expected.difference)


def test_a_rank_counts_the_systems_that_are_significantly_better():
    clear, near, far = [0.9, 0.91, 0.89] * 40, [0.89, 0.92, 0.88] * 40, [0.1, 0.12, 0.11] * 40
    figures = {1: (0.9, clear), 2: (0.895, near), 3: (0.11, far), 4: (0.5, [])}
    better = find_better(figures, lower_is_better=False)
    assert better == {(1, 3), (2, 3)} and rank(figures, better) == {1: 1, 2: 1, 3: 3, 4: 1}
    assert rank(figures, find_better(figures, lower_is_better=True)) == {1: 2, 2: 2, 3: 1, 4: 1}
    assert compare_resampled(0.9, 0.5, clear, []) is None


def test_runs_of_systems_without_a_better_one_are_as_long_as_they_can_be():
    better = {(1, 3), (1, 4), (2, 4), (1, 5), (2, 5), (3, 5), (4, 5)}
    assert find_equals([1, 2, 3, 4, 5], better) == [(0, 1), (1, 2), (2, 3)]
    assert find_equals([1, 2, 3], set()) == [(0, 2)]
    assert find_equals([1, 2], {(1, 2)}) == [] and find_equals([], set()) == []


def test_groups_of_an_expression_and_of_its_segment():
    apart = ExpressionFacts("break the ice", "idiomatic", ((3, 8), (20, 23)), 2)
    assert list(find_groups(apart)) == [
        ("class", "idiomatic"),
        ("form", "discontinuous"),
        ("expression-length", "2"),
    ]
    unmarked = ExpressionFacts("x", "", (), 0)
    assert list(find_groups(unmarked)) == []
    assert find_segment_groups(SegmentFacts(12, [unmarked])) == {("sentence-length", "11 to 20")}


def test_latex_is_escaped():
    assert (
        escape_latex("[x] <y> |z|\n2 * 3 − 1")
        == r"{[}x] \textless{}y\textgreater{} \textbar{}z\textbar{} 2 {*} 3 $-$ 1"
    )
    text = write_latex(["System", "BLEU"], PaperTable([["a_b & 50 %", "1.00"]]))
    assert r"a\_b \& 50 \% & 1.00 \\" in text and text.splitlines()[1] == r"\begin{tabular}{lr}"
    assert escape_latex("--a ,,b '' ` ≥ 1-2, 3") == r"-{}-a ,{},b '{}' \textasciigrave{} $\geq$ 1-2, 3"


@pytest.fixture
def measured(transactional_db: None, monkeypatch) -> TestSet:
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    return made_once(make_measured)


def client_of(test_set: TestSet) -> Client:
    client = Client()
    client.force_login(make_member(test_set.project, Role.ADJUDICATOR).user)
    return client


@pytest.mark.django_db(transaction=True)
class TestPages:
    def test_figures_have_a_difference_with_interval_and_p(self, measured):
        pair = list(measured.translations.order_by("pk"))
        question = PairQuestion.of(measured, "mwe-score", pair)
        tested = find_comparison(question)
        figures = read_figures("mwe-score", question.first, question.second, tested["p"], 40)
        rows = {row.name: row for row in figures}
        assert rows["Score_mwe"].second == 1
        found = rows["Score_mwe"].difference
        assert found.value == pytest.approx(1 - (16 / 27 + 2.575 / 4) / 3)
        assert found.interval[0] <= found.value <= found.interval[1]
        # Three segments: their resamples are too much alike for a p.
        assert found.p is None and rows["Score_mwe"].has_few
        # Of three segments that all gain, only swapping all or none is as great: 2 of 8.
        assert rows["Score_mwe"].randomised == pytest.approx(0.25, abs=0.05)
        assert rows["Score_mwe, macro"].randomised == pytest.approx(0.25, abs=0.05)

    def test_segments_come_by_their_difference(self, measured):
        pair = list(measured.translations.order_by("pk"))
        segments = ComparedSegments(measured, "mwe-score", pair, best_of_first=False)
        assert len(segments) == 3  # the fourth has no expression
        rows = segments[0:2]
        assert [row.number for row in rows] == [3, 1]
        assert rows[0].difference == 1 and rows[1].first == "Si sveglia presto."
        assert [row.number for row in ComparedSegments(measured, "mwe-score", pair, best_of_first=True)[0:1]] == [2]

    def test_the_page_compares_by_default_the_first_two(self, measured):
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        page = markup_of(client.get(reverse("evaluation:compare", args=route)))
        assert "Ha <u>spaccato</u> il <u>gelo</u>." in page and "Score_mwe, macro" in page
        first = measured.translations.order_by("pk").first().pk
        same = client.get(reverse("evaluation:compare", args=route), {"first": first, "second": first})
        assert "Choose two different systems" in markup_of(same)
        assert client.get(reverse("evaluation:compare", args=route), {"measure": "x"}).status_code == 404
        assert client.get(reverse("evaluation:compare", args=route), {"first": 10**6}).status_code == 400

    def test_groups_are_on_the_page_and_in_the_table(self, measured):
        systems, parts = read_groups(measured, "litter")
        assert systems == ["system one", "system two"]
        by_length = next(part.rows for part in parts if part.dimension == "expression-length")
        assert [(row.name, row.n, row.values[0]["value"]) for row in by_length] == [("2", 1, 1.0), ("3", 2, 1.0)]
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        page = markup_of(client.get(reverse("evaluation:groups", args=route), {"measure": "chrf"}))
        assert "Words of the sentence" in page
        lines = b"".join(client.get(reverse("evaluation:groups_table", args=[*route, "csv"]))).decode().splitlines()
        assert lines[0] == "dimension,group,system,n,value,low,high,deviation,runs,rank,note" and len(lines) > 4

    def test_the_board_ranks_and_gives_latex(self, measured):
        board = read_board(measured)
        ranks = [[cell.rank for cell in row.cells] for row in board.rows]
        assert all(row[0] is None for row in ranks)
        answer = client_of(measured).get(
            reverse("evaluation:test_set_latex", args=[measured.project.slug, measured.pk])
        )
        text = markup_of(answer)
        assert r"system two & 1.0000" in text and r"TER $\downarrow$" in text and "% Bold: best." not in text
        assert "signature" not in text

    def test_the_comparison_in_a_paper_marks_nothing_with_few_segments(self, measured):
        address = reverse("evaluation:compare_table", args=[measured.project.slug, measured.pk, "figures", "tex"])
        text = markup_of(client_of(measured).get(address, {"measure": "ter"}))
        assert r"\textbf" not in text and "dagger" not in text.lower()
        assert "% Intervals and p-values are unreliable with fewer than 30 segments." in text
        figures = [ComparedFigure("TER", 2, 61.3, 60.9, None, 0.4), ComparedFigure("TER", 2, 61.3, 20.9, None, 0.01)]
        text = print_table(print_figures("ter", ["one", "two"], figures, is_ranked=True))
        assert r"\textbf{60.90}" in text and r"61.30\rlap{$^\dagger$}" in text and r"\textbf{20.90}" in text

    def test_a_heading_sorts_and_columns_are_chosen_in_the_address(self, measured):
        board = read_board(measured)
        assert [head.key for head in board.heads][:3] == ["mwe-score.paper", "mwe-aligned.paper", "bleu.score"]
        assert len(board.columns) == 20 and board.by.key == "mwe-score.paper"
        chosen = read_board(measured, keys=["ter.score", "mwe-score.macro", "x"], by="ter.score")
        assert [head.key for head in chosen.heads] == ["mwe-score.macro", "ter.score"]
        assert [point.name for point in chosen.points] == ["system two", "system one"]
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        page = client.get(reverse("evaluation:test_set", args=route), {"show": "ter.score", "by": "ter.score"})
        assert 'aria-sort="ascending"' in markup_of(page) and "Sorted by TER" in markup_of(page)
        assert "Intervals and p-values are unreliable with fewer than 30 segments." in markup_of(page)
        plot = client.get(reverse("evaluation:test_set_plot", args=route), {"by": "ter.score"})
        assert plot["Content-Type"] == "image/svg+xml" and "system one: " in markup_of(plot)

    def test_the_comparison_has_plots_and_tables(self, measured):
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        page = markup_of(client.get(reverse("evaluation:compare", args=route), {"measure": "mwe-score"}))
        assert page.count('<figure class="plot') == 2 and "(optional)" not in page and "fewer than 30 segments" in page
        assert "system one better: 0" in page and "system two better: 3" in page
        for figure in ("differences", "expressions"):
            assert client.get(reverse("evaluation:compare_plot", args=[*route, figure])).status_code == 200
        for table in ("figures.csv", "figures.tex", "expressions.csv", "expressions.tex", "segments.csv"):
            answer = client.get(reverse("evaluation:compare_table", args=[*route, *table.split(".")]))
            text = b"".join(answer).decode()
            assert "system two" in text and text.count("\n") >= 3, table
        for table in ("segments.tex", "x.csv", "figures.xls"):
            assert client.get(reverse("evaluation:compare_table", args=[*route, *table.split(".")])).status_code == 404
        assert client.get(reverse("evaluation:groups_plot", args=[*route, "form"])).status_code == 200
        assert r"continuous & 3 &" in markup_of(
            client.get(reverse("evaluation:groups_table", args=[*route, "tex"]), {"measure": "litter"})
        )

    def test_many_segments_wait_for_a_job(self, measured, monkeypatch):
        monkeypatch.setattr(comparison_runs, "AT_ONCE", 3)
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        address = reverse("evaluation:compare", args=route)
        assert "Compute randomisation test" in markup_of(client.get(address))
        answer = client.post(reverse("evaluation:compare_compute", args=route))
        job = Job.objects.get(kind="comparison")
        assert answer["Location"] == reverse("projects:job", args=[measured.project.slug, job.pk])
        assert client.post(reverse("evaluation:compare_compute", args=route))["Location"] == answer["Location"]
        assert "The randomisation test is being computed." in markup_of(client.get(address))
        done = run(job, comparison_runs.compare_in_job)
        assert done.result["resamples"] == 1000 and done.result["p"]["macro"] == pytest.approx(0.25, abs=0.05)
        page = markup_of(client.get(address))
        assert "Compute randomisation test" not in page and "Expressions with the largest differences" in page
        back = client.get(reverse("evaluation:comparison_of_job", args=[measured.project.slug, job.pk]))
        assert back["Location"].startswith(f"{address}?measure=mwe-score&first=")

    def test_a_job_of_an_older_run_is_refused(self, measured, monkeypatch):
        monkeypatch.setattr(comparison_runs, "AT_ONCE", 3)
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        client.post(reverse("evaluation:compare_compute", args=route))
        TestSet.objects.filter(pk=measured.pk).update(expressions_sha256="another")
        with pytest.raises(DomainError, match="The measure was recomputed after this request"):
            run(Job.objects.get(kind="comparison"), comparison_runs.compare_in_job)

    def test_macro_averages_are_left_out_where_marks_changed(self, measured):
        pair = list(measured.translations.order_by("pk"))
        TestSet.objects.filter(pk=measured.pk).update(expressions_sha256="another")
        measured.refresh_from_db()
        tested = find_comparison(PairQuestion.of(measured, "mwe-score", pair))
        assert "macro" not in tested["p"] and tested["p"]["paper"] > 0
        assert [row["interval"] for row in tested["changes"]] == [None, None]

    def test_the_api_tells_the_same(self, measured):
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        names = {"first": "system one", "second": "system two", "measure": "bleu"}
        told = client.get(reverse("api:test-set-comparison", args=route), names).json()
        assert told["figures"][0]["second"] == pytest.approx(100) and told["figures"][0]["difference"]["p"] is None
        assert (
            told["figures"][0]["randomisation"]["trials"] == 1000 and 0 < told["figures"][0]["randomisation"]["p"] <= 1
        )
        assert told["differences"]["equal"] == 1 and sum(told["differences"]["above"]) == 3
        assert client.get(reverse("api:test-set-comparison", args=route), {"measure": "x"}).status_code == 400
        asked = client.post(reverse("api:test-set-comparison", args=route), names, content_type="application/json")
        assert asked.status_code == 202 and asked.json()["kind"] == "comparison"
        assert client.get(reverse("api:test-set-comparison", args=route), {"first": "x"}).status_code == 404
        groups = client.get(reverse("api:test-set-groups", args=route), {"measure": "litter"}).json()
        assert {row["system"] for row in groups["rows"]} == {"system one", "system two"}

    def test_equal_systems_have_no_expression_that_changes(self, measured):
        score = TranslationScore.objects.filter(translation__test_set=measured, measure="mwe-score").first()
        tested = find_comparison(PairQuestion(measured, "mwe-score", score, score))
        assert tested["changes"] == [] and set(tested["p"].values()) == {1.0}

    @pytest.mark.usefixtures("worker")
    def test_a_worker_compares_when_asked_through_the_api(self, measured):
        client, route = client_of(measured), [measured.project.slug, measured.pk]
        names = {"first": "system one", "second": "system two", "measure": "bleu"}
        asked = client.post(reverse("api:test-set-comparison", args=route), names, content_type="application/json")
        job = finish(Job.objects.get(pk=asked.json()["id"]))
        assert job.state == Job.State.SUCCEEDED, job.error
        told = client.get(reverse("api:test-set-comparison", args=route), names).json()
        assert told["job"] == job.pk and told["figures"][0]["randomisation"]["p"] == job.result["p"]["score"]

"""Agreement summed by the database, against the same worked out by hand on three small pairs."""

import pytest

from alignment.agreement.queries.changes import count_changes
from alignment.agreement.queries.figures import BINS, all_annotator_pairs, read_agreement, worst_pairs
from annotation_site.projects.models import Membership, Project
from tests.factories import draw, lease, make_member, make_project, submit

pytestmark = pytest.mark.django_db

# Links of A and B on pairs 1, 2 and 3.
A = {1: "0-0S 1-2S 2-1S", 2: "0-0S 1-2P", 3: "0-0P"}
B = {1: "0-0S 1-2S 2-1S", 2: "0-0S 1-2S 2-1S", 3: "1-1P"}


def read_all(annotator: Membership, readings: dict[int, str]) -> None:
    """Submit every pair, whatever order they come in."""
    for _ in readings:
        assignment = lease(annotator)
        submit(draw(assignment, readings[assignment.item.number]))


def make_read_project() -> Project:
    project = make_project(pairs=3)
    for readings in (A, B):
        read_all(make_member(project), readings)
    return project


def test_nothing_is_reported_before_two_readings_exist():
    project = make_project(pairs=2)
    submit(draw(lease(make_member(project))))
    assert read_agreement(project) is None


def test_figures_of_three_pairs_worked_out_by_hand():
    report = read_agreement(make_read_project())
    assert report is not None
    (row,) = report.annotator_pairs
    assert (str(row), row.pairs) == ("A–B", 3)
    assert (row.counts.first_any, row.counts.second_any, row.counts.both_any) == (6, 7, 5)
    figures = {name: figure.value for name, figure in row.figures.items()}
    assert figures == pytest.approx({"any": 10 / 13, "both": 8 / 13, "sure": 8 / 10, "possible": 0})
    assert (row.label_differs, row.first_only, row.second_only) == (1, 1, 2)
    assert report.pooled.figures == row.figures
    # 12 items, 8 of them alike; 10 S, 3 P and 11 N given: P̄ = 8/12, P̄e = (100 + 9 + 121) / 576.
    assert report.link_items == 12
    assert report.kappa.value == pytest.approx((8 / 12 - 230 / 576) / (1 - 230 / 576))
    assert report.alpha.value == pytest.approx(1 - 23 * (24 - 16) / (576 - 230))


def test_unaligned_words_count_only_when_asked_for():
    report = read_agreement(make_read_project(), count_unaligned=True)
    assert report is not None
    # A marked 2 words of pair 2 and 4 of pair 3, B 4 of pair 3; two of them are the same.
    figures = report.pooled.figures
    assert figures["both"].value == pytest.approx(2 * (4 + 2) / (13 + 6 + 4))
    assert figures["sure"].value == pytest.approx(0.8)


def test_bars_hold_every_comparison_once():
    report = read_agreement(make_read_project())
    assert report is not None
    assert {place: count for place, count in enumerate(report.bins) if count} == {0: 1, int(0.4 * BINS): 1, BINS - 1: 1}
    assert report.undefined_count == 0


def test_worst_pairs_come_first_and_perfect_ones_not_at_all():
    project = make_read_project()
    assert [row.item.number for row in worst_pairs(project)] == [3, 2]


def test_a_third_annotator_adds_two_annotator_pairs_and_pooled_covers_all():
    project = make_project(pairs=1, annotators_per_item=3)
    for links in ("0-0S", "0-0S 1-1S", "1-1S"):
        submit(draw(lease(make_member(project)), links))
    report = read_agreement(project)
    assert report is not None
    assert [str(row) for row in report.annotator_pairs] == ["A–B", "A–C", "B–C"]
    assert report.pooled.figures["any"].value == pytest.approx(2 * (1 + 0 + 1) / (3 + 2 + 3))
    assert [str(row) for row in all_annotator_pairs(project)] == ["A–B", "A–C", "B–C"]


def test_agreement_of_another_project_stays_out():
    make_read_project()
    assert read_agreement(make_project(pairs=1)) is None


def test_number_of_queries_does_not_grow_with_the_project(django_assert_num_queries):
    project = make_read_project()
    count_changes(project.pk)
    with django_assert_num_queries(15):
        read_agreement(project)


def test_json_has_the_keys_of_the_command_line():
    report = read_agreement(make_read_project())
    assert report is not None
    told = report.to_json()
    assert told["pairs"][0]["annotators"] == ["A", "B"]
    assert told["pooled"]["both"] == pytest.approx(8 / 13)
    assert {"fleiss_kappa", "alpha", "items", "n", "reasons"} <= told.keys()

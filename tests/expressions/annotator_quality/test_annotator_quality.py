"""Quality of annotators who mark expressions: the figures by hand, the page, file and API, and exclusions."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.annotator_quality.kinds import Selection
from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project, Role
from annotation_site.projects.queries import list_annotators
from expressions.adjudication.services import PassageVerdict, adjudicate_passage
from expressions.agreement.queries import read_agreement
from expressions.annotator_quality.queries import MarkingQuality, read_marking_quality
from expressions.annotator_quality.work import Limits, ReadPassage, Work, find_flags
from expressions.marks.marking import Mark
from tests.authorisation.asking import ONCE_ONLY
from tests.expressions.making import CALLED, RAINED, TAKEN, make_passage_project, submit_marking
from tests.factories import lease, make_member

pytestmark = pytest.mark.django_db
ONE, TWO, THREE = (1, 2), (3, 5), (4,)


@pytest.fixture
def project() -> Project:
    """Two who agree on every expression but one, and one who marks nothing."""
    made = make_passage_project(annotators_per_item=3)
    for marks in (([RAINED], [TAKEN], [CALLED]), ([RAINED], [TAKEN], []), ([], [], [])):
        annotator = make_member(made)
        for _ in marks:
            assignment = lease(annotator)
            submit_marking(assignment, *marks[assignment.item.number - 1])
    return made


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def read(project: Project) -> dict[str, MarkingQuality]:
    rows = read_marking_quality(Selection(project, list(list_annotators(project))))
    return {row.annotator.pseudonym: row for row in rows}


def test_figures_are_those_that_one_counts_by_hand() -> None:
    work = Work()
    # Of the others' 2 + 1 expressions one is the annotator's, who marks 2 in each comparison: F = 2·1 / (4 + 3).
    work.add(ReadPassage({ONE, TWO}, 8.0, [{ONE, THREE}, {THREE}], {ONE}))
    assert work.f_others.value == pytest.approx(2 / 7)
    assert work.f_gold.value == pytest.approx(2 / 3)
    work.add(ReadPassage(frozenset(), 4.0, [], None))
    assert (work.marks_per_passage.value, work.unmarked_share.value, work.median_seconds.value) == (1.0, 0.5, 6.0)
    assert (work.others.passages, work.gold.passages) == (2, 1)


def test_flags_wait_for_passages_enough() -> None:
    work = Work()
    for _ in range(4):
        work.add(ReadPassage(frozenset(), 1.0, [{ONE}], None))
    assert find_flags(work) == []
    work.add(ReadPassage(frozenset(), 1.0, [{ONE}], None))
    assert [(flag.name, flag.is_grave) for flag in find_flags(work)] == [
        ("agreement", True),
        ("unmarked", True),
        ("speed", False),
    ]
    assert [flag.name for flag in find_flags(work, Limits(poor=0, doubtful=0, seconds=0))] == ["unmarked"]


def test_annotators_are_compared_with_everybody_who_counts(project: Project) -> None:
    found = read(project)
    # A marks 3 expressions, B 2, which are A's, and C none: A's F is 2·2 / (6 + 2), B's 2·2 / (4 + 3).
    assert found["A"].work.f_others.value == pytest.approx(0.5)
    assert found["B"].work.f_others.value == pytest.approx(4 / 7)
    assert found["C"].work.f_others.value == 0
    exclude_annotator(
        user=project.created_by, project=project, annotator_id=found["C"].annotator.pk, reason="Marks nothing."
    )
    left = read(project)
    assert left["A"].work.f_others.value == left["B"].work.f_others.value == pytest.approx(0.8)
    assert left["A"].work.f_others.value == read_agreement(project).pooled.figures["f_span"].value
    # Who is excluded is still compared with the others.
    assert (left["C"].excluded, left["C"].work.others.passages) == ("Marks nothing.", 6)


def test_decisions_are_gold(project: Project) -> None:
    verdict = PassageVerdict([Mark((1, 2, 4), "VID")])
    adjudicator = make_member(project, Role.ADJUDICATOR)
    adjudicate_passage(
        user=adjudicator.user, project=project, number=1, version=0, verdict=verdict, operation_id=uuid4()
    )
    gold = {name: (row.work.f_gold.value, row.work.gold.passages) for name, row in read(project).items()}
    assert gold == {"A": (1.0, 1), "B": (1.0, 1), "C": (0.0, 1)}


def test_page_file_and_api_have_the_same_figures(project: Project) -> None:
    client = client_of(project.created_by)
    page = client.get(reverse("expressions:annotator_quality", args=[project.slug])).content.decode()
    assert page.count("row-link") == 3 and "0.571" in page
    # Worst first.
    assert page.index(">C<") < page.index(">A<") < page.index(">B<")
    head, *lines = (
        client.get(reverse("expressions:annotator_quality_table", args=[project.slug])).getvalue().decode().splitlines()
    )
    rows = [dict(zip(head.split(","), line.split(","), strict=True)) for line in lines]
    listed = client.get(reverse("api:marking-annotator-qualities", args=[project.slug])).json()["results"]
    assert [float(row["others_f"]) for row in rows] == [row["others_f"] for row in listed] == [0.5, 0.571429, 0]
    one = client.get(reverse("api:marking-annotator-quality", args=[project.slug, listed[0]["id"]])).json()
    assert one["weeks"][0]["passages"] == 3 and one["weeks"][0]["others_f"] == 0.5


def test_weeks_are_counted_apart_and_drawn(project: Project) -> None:
    annotator = project.memberships.get(pseudonym="A")
    moved = Assignment.objects.filter(annotator=annotator).order_by("pk").first()
    assert moved is not None and moved.submitted_at is not None
    Assignment.objects.filter(pk=moved.pk).update(submitted_at=moved.submitted_at - timedelta(days=14))
    weeks = read(project)["A"].weeks
    assert [week.work.passages for week in weeks] == [1, 2]
    address = reverse("expressions:annotator_quality_detail", args=[project.slug, annotator.pk])
    assert "agreement-title" in client_of(project.created_by).get(address).content.decode()
    plot = reverse("expressions:annotator_quality_plot", args=[project.slug, annotator.pk, "agreement"])
    assert client_of(project.created_by).get(plot)["Content-Type"] == "image/svg+xml"
    assert client_of(annotator.user).get(plot).status_code == 404, "it is about others, too"


def test_annotators_see_their_own_pace_and_nothing_that_others_did(project: Project) -> None:
    annotator, other = (project.memberships.get(pseudonym=name) for name in "AB")
    client = client_of(annotator.user)
    landed = client.get(reverse("expressions:annotator_quality", args=[project.slug]), follow=True)
    page = ONCE_ONLY.sub(b"", landed.content)
    assert b"passages submitted" in page and b"F of spans" not in page
    api = reverse("api:marking-annotator-quality", args=[project.slug, annotator.pk])
    own = client.get(api).json()
    names = {"passages", "marks", "marks_per_passage", "unmarked_share", "median_seconds"}
    names |= {"proposed_marks", "proposed_share"}
    assert set(own) == {"id", "annotator", "weeks"} | names
    assert set(own["weeks"][0]) == {"start"} | names
    exclude_annotator(user=project.created_by, project=project, annotator_id=other.pk, reason="Careless.")
    assert client.get(api).json() == own
    detail = reverse("expressions:annotator_quality_detail", args=[project.slug, annotator.pk])
    assert ONCE_ONLY.sub(b"", client.get(detail).content) == page


def test_several_are_excluded_after_a_preview_and_counted_again(project: Project) -> None:
    client = client_of(project.created_by)
    address = reverse("expressions:bulk_exclusion", args=[project.slug])
    page = client.get(address, {"f": "0.4"}).content.decode()
    assert "F with the others 0.00, below 0.4" in page and "3 <small>of 9</small>" in page
    api = reverse("api:marking-exclusions", args=[project.slug])
    shown = client.get(api, {"f": 0.4}).json()
    assert [one["annotator"] for one in shown["suggested"]] == ["C"]
    assert shown["changes"][0] == {"name": "F of spans", "before": pytest.approx(4 / 10), "after": pytest.approx(0.8)}
    sent = {"operation_id": str(uuid4()), "annotators": ["C"], "reason": "F below 0.4"}
    answer = client.post(f"{address}?f=0.4", sent, follow=True).content.decode()
    assert "1 annotator was excluded from all figures" in answer
    assert Exclusion.objects.active(project).get().membership.pseudonym == "C"
    detail = reverse("expressions:annotator_quality_detail", args=[project.slug, Exclusion.objects.get().membership_id])
    assert "Include annotator again" in client.get(detail).content.decode()
    undo = reverse("expressions:bulk_exclusion_undo", args=[project.slug])
    client.post(undo, {"batch": sent["operation_id"]})
    assert not Exclusion.objects.active(project).exists()

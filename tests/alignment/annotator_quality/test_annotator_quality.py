"""Annotator quality: sums by week that stay equal to a count from scratch, and what follows from them."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pgtrigger
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links, undo_decision
from alignment.agreement.queries.changes import count_changes
from alignment.annotator_quality.models import AnnotatorQualityCounts, AnnotatorQualityTotal
from alignment.annotator_quality.queries.counts import COUNTED, refresh_annotator_quality
from alignment.annotator_quality.queries.reports import read_annotator_quality, summarise
from alignment.coefficients.agr import COUNT_NAMES, count_pair
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Reading
from alignment.releases.queries.pairs import read_gold
from alignment.training.services.known_gold import mark_known_gold
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Membership, Project, Role
from tests.authorisation.asking import ONCE_ONLY
from tests.factories import draw, make_member, make_pair, make_project, make_reading, submit

pytestmark = pytest.mark.django_db
OWN, OTHER = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


class Study:
    """A pair read differently and decided, a pair read alike, one read by one person alone."""

    def __init__(self) -> None:
        self.project = make_project(pairs=3)
        self.adjudicator = make_member(self.project, Role.ADJUDICATOR).user
        self.one, self.other = make_member(self.project), make_member(self.project)
        self.disputed = make_reading(self.one, OWN)
        make_reading(self.other, OTHER)
        self.alike = make_reading(self.one, OWN)
        make_reading(self.other, OWN)

    def decide(self) -> None:
        decide_links(
            user=self.adjudicator,
            item_id=self.disputed.item_id,
            operation_id=uuid4(),
            version=0,
            decisions=[(0, 0, "P"), (1, 2, "S"), (1, 1, "none")],
        )


@pytest.fixture
def study() -> Study:
    return Study()


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def assert_sums_are_right() -> None:
    """Require totals to be the sums of the rows, and rows to equal a fresh count."""
    count_changes(*Project.objects.values_list("pk", flat=True))
    sums: dict[tuple[int, str, int], Counter[str]] = {}
    for row in AnnotatorQualityCounts.objects.all():
        values = {"pairs": 1, **{name: getattr(row, name) for name in COUNTED[1:]}}
        sums.setdefault((row.annotator_id, row.part, row.week), Counter()).update(values)
    stored = {
        (row.annotator_id, row.part, row.week): Counter({name: getattr(row, name) for name in COUNTED})
        for row in AnnotatorQualityTotal.objects.filter(pairs__gt=0)
    }
    assert stored == sums
    assert not AnnotatorQualityTotal.objects.filter(pairs=0).exclude(words=0, first_any=0, seconds=0).exists()
    rows = list(
        AnnotatorQualityCounts.objects.order_by("assignment", "part").values_list("assignment", "part", *COUNT_NAMES)
    )
    refresh_annotator_quality(list(Item.objects.order_by("pk")))
    again = AnnotatorQualityCounts.objects.order_by("assignment", "part").values_list(
        "assignment", "part", *COUNT_NAMES
    )
    assert list(again) == rows


def test_habits_are_shares_of_links_and_words(study: Study) -> None:
    report = read_annotator_quality(study.other)
    assert (report.readings.pairs, report.readings.words) == (2, 12)
    assert report.readings.sure_share.value == pytest.approx(5 / 6)
    # In the first pair “nero” is left: nobody linked it, so that it was marked when the pair was submitted.
    assert report.readings.unaligned_share.value == pytest.approx(1 / 12)
    assert report.readings.links_per_word.value == pytest.approx(6 / 12)


def test_speed_is_active_time_per_pair_and_per_word(study: Study) -> None:
    Assignment.objects.filter(annotator=study.one).update(active_seconds=30)
    refresh_annotator_quality([study.disputed.item, study.alike.item])
    report = read_annotator_quality(study.one)
    assert report.readings.seconds_per_pair.value == 30
    assert report.readings.seconds_per_word.value == 5


def test_readings_from_a_file_have_no_speed(study: Study) -> None:
    Assignment.objects.filter(annotator=study.one).update(active_at=None)
    refresh_annotator_quality([study.disputed.item, study.alike.item])
    figure = read_annotator_quality(study.one).readings.seconds_per_word
    assert figure.value is None and "Imported readings" in figure.reason


def test_agreement_with_gold_is_that_of_pairs_on_which_nothing_is_left_to_decide(study: Study) -> None:
    assert read_annotator_quality(study.one).gold.pairs == 1
    study.decide()
    report = read_annotator_quality(study.one)
    expected = count_pair(
        Reading.from_json(Submission.objects.get(assignment=study.disputed).reading), read_gold(study.disputed.item)
    ) + count_pair(
        Reading.from_json(Submission.objects.get(assignment=study.alike).reading), read_gold(study.alike.item)
    )
    assert report.gold.counts == expected
    assert report.gold.agr.value == pytest.approx(2 * 5 / 12)
    undo_decision(user=study.adjudicator, item_id=study.disputed.item_id, operation_id=uuid4(), version=1)
    assert read_annotator_quality(study.one).gold.pairs == 1


def test_agreement_with_peers_comes_from_the_sums_of_the_agreement_page(study: Study) -> None:
    report = read_annotator_quality(study.one)
    [peer] = report.by_peer
    assert (peer.pseudonym, peer.pairs) == (study.other.pseudonym, 2)
    assert report.peers.agr.value == peer.figures["both"].value == pytest.approx(2 * 4 / 12)


def test_sums_stay_right_through_everything(study: Study) -> None:
    assert_sums_are_right()
    study.decide()
    assert_sums_are_right()
    study.alike.refresh_from_db()
    known = {"user": study.one.user, "assignment_id": study.alike.pk}
    reopen_assignment(**known, operation_id=uuid4(), version=study.alike.version)
    assert_sums_are_right()
    study.alike.refresh_from_db()
    submit(draw(study.alike, "0-1P"))
    assert_sums_are_right()
    make_reading(study.one, OWN)
    assert_sums_are_right()


def test_weeks_are_told_apart(study: Study) -> None:
    with pgtrigger.ignore("projects.Submission:append_only"):
        moved = Submission.objects.filter(assignment=study.disputed)
        moved.update(created_at=moved.get().created_at - timedelta(days=14))
    refresh_annotator_quality([study.disputed.item])
    weeks = read_annotator_quality(study.one).weeks
    assert [week.readings.pairs for week in weeks] == [1, 1]
    assert all(week.start.weekday() == 0 for week in weeks)
    client = client_of(study.project.created_by)
    page = client.get(
        reverse("alignment:annotator_quality_detail", args=[study.project.slug, study.one.pk])
    ).content.decode()
    assert "drift-title" in page and "habits-title" in page
    address = reverse("alignment:annotator_quality_plot", args=[study.project.slug, study.one.pk, "drift"])
    plot = client.get(address)
    assert plot["Content-Type"] == "image/svg+xml"
    own = client_of(study.one.user)
    assert (
        own.get(
            reverse("alignment:annotator_quality_plot", args=[study.project.slug, study.one.pk, "drift"])
        ).status_code
        == 404
    )


def test_checks_count_in_annotator_quality_alone() -> None:
    project = make_project(pairs=4)
    one, other = make_member(project), make_member(project)
    for _ in range(2):
        make_reading(one, OWN)
        make_reading(other, OWN)
    mark_known_gold(
        user=project.created_by,
        project=project,
        numbers=list(Item.objects.filter(state="annotated").values_list("number", flat=True)),
        use="check",
        operation_id=uuid4(),
    )
    AlignmentSettings.objects.update(check_share=50)
    checked = None
    # Every other newcomer gets one first: the chance that none of these does is negligible.
    for _ in range(24):
        member = make_member(project)
        assignment = lease_next(user=member.user, project=Project.objects.get(pk=project.pk))
        if assignment is not None and assignment.purpose == "check":
            checked = submit(draw(assignment, OTHER))
            break
    assert checked is not None
    report = read_annotator_quality(checked.annotator)
    assert (report.readings.pairs, report.checks.pairs, report.gold.pairs, report.peers.pairs) == (1, 1, 0, 0)
    assert report.checks.agr.value == pytest.approx(2 * 1 / 6)
    checked.refresh_from_db()
    known = {"user": checked.annotator.user, "assignment_id": checked.pk}
    reopen_assignment(**known, operation_id=uuid4(), version=checked.version)
    report = read_annotator_quality(checked.annotator)
    assert (report.readings.pairs, report.checks.pairs) == (0, 1), "reopening does not take the first answer back"


# --- the pages


def test_the_manager_sees_everyone_and_one(study: Study) -> None:
    client = client_of(study.project.created_by)
    page = client.get(reverse("alignment:annotator_quality", args=[study.project.slug])).content.decode()
    assert page.count("row-link") == 2
    own = client.get(
        reverse("alignment:annotator_quality_detail", args=[study.project.slug, study.one.pk])
    ).content.decode()
    assert "agreement with peers" in own and "on check pairs" in own


def test_the_file_of_all_annotators_has_the_figures_of_the_page(study: Study) -> None:
    study.decide()
    address = reverse("alignment:annotator_quality_table", args=[study.project.slug])
    head, *lines = client_of(study.project.created_by).get(address).getvalue().decode().splitlines()
    assert head.startswith(
        "annotator,readings,sure_share,unaligned_share,seconds_per_pair,seconds_per_word,words,links_per_word,"
    )
    rows = [dict(zip(head.split(","), line.split(","), strict=True)) for line in lines]
    report = read_annotator_quality(study.one)
    [own] = [row for row in rows if row["annotator"] == study.one.pseudonym]
    assert float(own["peers_agr"]) == round(report.peers.agr.value or 0, 6)
    assert int(own["gold_pairs"]) == report.gold.pairs
    assert client_of(study.one.user).get(address).status_code == 403


def test_the_list_costs_the_same_however_many_annotators_and_pairs(study: Study) -> None:
    client = client_of(study.project.created_by)
    address = reverse("alignment:annotator_quality", args=[study.project.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for _ in range(3):
        make_pair(study.project)
        make_reading(make_member(study.project), OWN)
    count_changes(study.project.pk)
    with CaptureQueriesContext(connection) as more:
        client.get(address)
    assert len(more) == len(few)
    with CaptureQueriesContext(connection) as queries:
        summarise(list(Membership.objects.filter(role="annotator")))
    assert len(queries) == 5


def test_an_annotator_sees_own_habits_and_nothing_that_others_did(study: Study) -> None:
    client = client_of(study.one.user)
    address = reverse("alignment:annotator_quality_detail", args=[study.project.slug, study.one.pk])
    assert client.get(reverse("alignment:annotator_quality", args=[study.project.slug]))["Location"] == address
    before = ONCE_ONLY.sub(b"", client.get(address).content)
    api = reverse("api:annotator-quality", args=[study.project.slug, study.one.pk])
    told = client.get(api).json()
    named = told.keys() | told["weeks"][0].keys()
    assert not [name for name in named if name.startswith(("peers", "gold", "checks"))]
    assert {"readings", "sure_share", "seconds_per_word"} < named
    study.decide()
    make_reading(study.other, OWN)
    assert ONCE_ONLY.sub(b"", client.get(address).content) == before
    assert client.get(api).json() == told
    assert b"silent" not in before and b"peers" not in before


def test_a_manager_who_annotates_is_told_no_more_of_themselves(study: Study) -> None:
    manager = study.project.created_by
    make_pair(study.project)
    both = make_member(study.project, user=manager)
    make_reading(both, OWN)
    page = client_of(manager).get(reverse("alignment:annotator_quality_detail", args=[study.project.slug, both.pk]))
    assert b"agreement with peers" not in page.content
    listed = client_of(manager).get(reverse("api:annotator-qualities", args=[study.project.slug])).json()["results"]
    assert {row["annotator"]: "peers_agr" in row for row in listed} == {"A": True, "B": True, both.pseudonym: False}


def test_the_api_gives_the_figures_of_the_page(study: Study) -> None:
    study.decide()
    api = reverse("api:annotator-quality", args=[study.project.slug, study.one.pk])
    told = client_of(study.project.created_by).get(api).json()
    assert (told["gold_pairs"], told["gold_agr"]) == (2, pytest.approx(5 / 6, abs=1e-6))
    assert told["id"] == study.one.pk and told["weeks"][0]["gold_pairs"] == 2
    assert told["readings"] == 2 and told["sure_share"] == 1.0

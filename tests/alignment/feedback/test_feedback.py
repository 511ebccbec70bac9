"""Feedback: an annotator's view of gold and its time, the replies, and the adjudicator's answers."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links, undo_decision
from alignment.feedback.models import Feedback, FeedbackReply
from alignment.feedback.queries.disputes import list_disputes
from alignment.feedback.queries.feedback import count_feedback, read_feedback
from alignment.feedback.services import acknowledge_links, dispute_link
from alignment.readings.links import Reading
from alignment.rounds.queries.rounds import find_candidates
from alignment.training.gold_comparison import compare_with_gold
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import change_settings
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.test_authorisation import ONCE_ONLY

pytestmark = pytest.mark.django_db
DISPUTE = "It is a real article."
OWN, OTHER = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


def switch_on(project: Project, *, shows_feedback: bool = True) -> Project:
    return change_settings(
        user=project.created_by,
        project=project,
        name=project.name,
        description="",
        annotators_per_item=project.annotators_per_item,
        spread=project.spread,
        gold_policy=project.alignment.gold_policy,
        shows_feedback=shows_feedback,
    )


class Case:
    """A pair that two people read differently: on 0-0 (S, P), 1-2 (S, none) and 1-1 (none, S)."""

    def __init__(self, *, shows_feedback: bool = True) -> None:
        self.project = make_project(pairs=1)
        self.adjudicator = make_member(self.project, Role.ADJUDICATOR).user
        self.annotator, self.other = make_member(self.project), make_member(self.project)
        switch_on(self.project, shows_feedback=shows_feedback)
        self.mine, self.theirs = make_reading(self.annotator, OWN), make_reading(self.other, OTHER)

    def decide(self, *decisions: tuple[int, int, str | None], note: str = "") -> Operation:
        item = Item.objects.get(pk=self.mine.item_id)
        version = item.adjudication.version if hasattr(item, "adjudication") else 0
        return decide_links(
            user=self.adjudicator,
            item_id=item.pk,
            operation_id=uuid4(),
            version=version,
            decisions=decisions,
            note=note,
        )

    def decide_all(self) -> None:
        self.decide((0, 0, "P"), note="Articles are Possible.")
        self.decide((1, 2, "S"), (1, 1, "none"))

    def feedback(self, assignment: Assignment | None = None) -> Feedback:
        return Feedback.objects.get(pk=(assignment or self.mine).pk)

    def acknowledge(self, *cells: tuple[int, int], user: User | None = None) -> Feedback:
        mine = self.mine if user is None else self.theirs
        return acknowledge_links(
            user=user or self.annotator.user,
            assignment_id=mine.pk,
            operation_id=uuid4(),
            version=self.feedback(mine).version,
            cells=cells or None,
        )

    def dispute(
        self, cell: tuple[int, int], text: str = "It is a real article.", version: int | None = None
    ) -> Feedback:
        return dispute_link(
            user=self.annotator.user,
            assignment_id=self.mine.pk,
            operation_id=uuid4(),
            version=self.feedback().version if version is None else version,
            cell=cell,
            text=text,
        )


@pytest.fixture
def case() -> Case:
    made = Case()
    made.decide_all()
    return made


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_links_are_told_apart() -> None:
    own, gold = Reading({(0, 0): "S", (1, 1): "P", (2, 2): "S"}), Reading({(0, 0): "S", (1, 1): "S", (3, 3): "P"})
    kinds = {each.cell: each.kind for each in compare_with_gold(own, gold)}
    assert kinds == {(0, 0): "same", (1, 1): "label", (2, 2): "extra", (3, 3): "missing"}


def test_feedback_begins_with_the_last_decision() -> None:
    case = Case()
    case.decide((0, 0, "P"))
    assert not Feedback.objects.exists()
    case.decide((1, 2, "S"), (1, 1, "none"))
    assert case.feedback().state == case.feedback(case.theirs).state == "new"
    assert count_feedback(case.annotator)["new"] == 1


def test_each_sees_own_links_beside_gold_with_the_reason(case: Case) -> None:
    [row] = read_feedback(case.feedback())["rows"]
    assert (row.cell, row.own, row.gold, row.kind) == ((0, 0), "Sure", "Possible", "label differs")
    assert row.note == "Articles are Possible."
    rows = {row.cell: row.kind for row in read_feedback(case.feedback(case.theirs))["rows"]}
    assert rows == {(1, 1): "not in gold", (1, 2): "missing"}


def test_who_read_as_gold_has_nothing_to_look_at() -> None:
    case = Case()
    case.decide((0, 0, "S"), (1, 2, "S"), (1, 1, "none"))
    assert case.feedback().state == "done"
    assert case.feedback(case.theirs).state == "new"


@pytest.mark.parametrize("shows_feedback", [True, False])
def test_it_is_shown_only_where_the_manager_says_so(shows_feedback: bool) -> None:
    case = Case(shows_feedback=shows_feedback)
    case.decide_all()
    client = client_of(case.annotator.user)
    page = client.get(reverse("alignment:feedback_pair", args=[case.mine.pk]))
    assert page.status_code == (200 if shows_feedback else 404)
    assert client.get(reverse("api:assignment-feedback", args=[case.mine.pk])).status_code == page.status_code
    listed = client.get(reverse("api:feedback", args=[case.project.slug])).json()
    assert listed["count"] == int(shows_feedback)
    switch_on(case.project)
    assert client.get(reverse("alignment:feedback_pair", args=[case.mine.pk])).status_code == 200


def test_no_gold_is_seen_while_a_decision_is_open_again(case: Case) -> None:
    case.decide((1, 2, None))
    assert case.feedback().state == "withheld"
    client = client_of(case.annotator.user)
    assert client.get(reverse("alignment:feedback_pair", args=[case.mine.pk])).status_code == 404
    with pytest.raises(Http404):
        case.acknowledge()
    case.decide((1, 2, "none"))
    assert case.feedback().state == "new"


def test_somebody_elses_feedback_does_not_exist(case: Case) -> None:
    for user in (case.other.user, case.adjudicator, case.project.created_by):
        assert client_of(user).get(reverse("alignment:feedback_pair", args=[case.mine.pk])).status_code == 404
        with pytest.raises(Http404):
            acknowledge_links(user=user, assignment_id=case.mine.pk, operation_id=uuid4(), version=0)


def test_the_page_names_nobody_and_tells_nothing_of_others(case: Case) -> None:
    page = client_of(case.annotator.user).get(reverse("alignment:feedback_pair", args=[case.mine.pk])).content.decode()
    assert "Articles are Possible." in page
    assert str(case.other.user) not in page and str(case.adjudicator) not in page
    # What only the other one drew, and gold does not have, is not there.
    assert 'id="row-1-1"' not in page


def test_a_pair_whose_gold_was_shown_is_read_no_more(case: Case) -> None:
    case.decide((0, 0, None), (1, 2, None), (1, 1, None))
    case.mine.refresh_from_db()
    known = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": uuid4()}
    with pytest.raises(NotEditable, match="has been shown"):
        reopen_assignment(**known, version=case.mine.version)
    assert not find_candidates(case.project).exists()


def test_a_pair_whose_gold_was_not_shown_can_be_reopened() -> None:
    case = Case(shows_feedback=False)
    case.decide_all()
    case.decide((0, 0, None), (1, 2, None), (1, 1, None))
    case.mine.refresh_from_db()
    assert find_candidates(case.project).exists()
    reopen_assignment(
        user=case.annotator.user, assignment_id=case.mine.pk, operation_id=uuid4(), version=case.mine.version
    )


def test_acknowledging_everything_is_done(case: Case) -> None:
    assert case.acknowledge((0, 0)).state == "done"
    assert case.acknowledge(user=case.other.user).state == "done"
    assert FeedbackReply.objects.filter(feedback=case.theirs.pk, state="acknowledged").count() == 2


def test_the_same_reply_sent_twice_is_one(case: Case) -> None:
    operation_id: UUID = uuid4()
    known = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": operation_id, "version": 0}
    first = dispute_link(**known, cell=(0, 0), text="No.")
    again = dispute_link(**known, cell=(0, 0), text="No.")
    assert (first.version, again.version) == (1, 1)
    assert Operation.objects.filter(kind="dispute").count() == 1


def test_a_reply_to_an_outdated_page_is_refused(case: Case) -> None:
    case.decide((0, 0, "S"))
    with pytest.raises(StaleVersion):
        case.dispute((0, 0), version=0)


def test_a_dispute_needs_words_and_a_difference(case: Case) -> None:
    with pytest.raises(DomainError, match="Explain in"):
        case.dispute((0, 0), "  ")
    with pytest.raises(DomainError, match="Your reading and gold agree"):
        case.dispute((2, 1))
    case.dispute((0, 0))
    with pytest.raises(NotEditable):
        case.dispute((0, 0))
    with pytest.raises(NotEditable):
        case.acknowledge((0, 0))


def test_a_dispute_comes_first_in_the_queue_with_its_words(case: Case) -> None:
    assert case.dispute((0, 0)).state == "disputed"
    [open_dispute] = list_disputes(case.project)
    assert (open_dispute.text, open_dispute.pseudonym) == ("It is a real article.", case.annotator.pseudonym)
    client = client_of(case.adjudicator)
    queue = client.get(reverse("alignment:adjudication", args=[case.project.slug])).content.decode()
    assert "Disputed by annotators" in queue and "It is a real article." in queue
    page = client.get(reverse("alignment:adjudicate", args=[case.project.slug, 1])).content.decode()
    assert "Keep: Possible" in page and "Change to Sure" in page


@pytest.mark.parametrize(("decision", "gold"), [("P", "Possible"), ("S", "Sure")])
def test_a_new_decision_answers_it_also_where_it_stays(case: Case, decision: str, gold: str) -> None:
    case.dispute((0, 0))
    version = Item.objects.get(pk=case.mine.item_id).adjudication.version
    answered = client_of(case.adjudicator).post(
        reverse("alignment:decide", args=[case.project.slug, 1]),
        {
            "operation_id": str(uuid4()),
            "version": version,
            "choice": f"dispute-0-0|0-0={decision}",
            "note:dispute-0-0": "See the guidelines, 3.2.",
        },
    )
    assert answered.status_code == 302
    assert not list_disputes(case.project)
    assert case.feedback().state == "answered"
    [row] = read_feedback(case.feedback())["rows"]
    assert (row.gold, row.reply and row.reply.answer) == (gold, "See the guidelines, 3.2.")
    assert case.acknowledge().state == "done"


def test_a_dispute_changes_nothing_for_the_others(case: Case) -> None:
    pages = [
        reverse("alignment:feedback", args=[case.project.slug]),
        reverse("api:assignment-feedback", args=[case.theirs.pk]),
        reverse("alignment:assignments", args=[case.project.slug]),
        reverse("api:assignment-detail", args=[case.theirs.pk]),
    ]
    client = client_of(case.other.user)

    def look() -> list[bytes]:
        return [ONCE_ONLY.sub(b"", client.get(page).content) for page in pages]

    before = look()
    case.dispute((0, 0))
    assert look() == before


def test_an_answer_undone_leaves_the_dispute(case: Case) -> None:
    case.dispute((0, 0))
    case.decide((0, 0, "S"), note="You are right.")
    item = Item.objects.get(pk=case.mine.item_id)
    undo_decision(user=case.adjudicator, item_id=item.pk, operation_id=uuid4(), version=item.adjudication.version)
    assert case.feedback().state == "disputed"
    assert [each.text for each in list_disputes(case.project)] == ["It is a real article."]


def test_gold_that_changes_is_looked_at_anew(case: Case) -> None:
    case.acknowledge(user=case.other.user)
    case.decide((1, 1, "P"))
    theirs = case.feedback(case.theirs)
    assert theirs.state == "new"
    rows = {row.cell: row.is_settled for row in read_feedback(theirs)["rows"]}
    assert rows == {(1, 1): False, (1, 2): True}


def test_the_list_asks_the_database_equally_often_however_long_it_is(case: Case) -> None:
    client = client_of(case.annotator.user)
    address = reverse("alignment:feedback", args=[case.project.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for _ in range(3):
        make_pair(case.project)
        case.mine, case.theirs = make_reading(case.annotator, OWN), make_reading(case.other, OTHER)
        case.decide_all()
    with CaptureQueriesContext(connection) as more:
        assert client.get(address).content.decode().count("row-link") == 4
    assert len(more) == len(few)


def test_the_api_answers_and_disputes(case: Case) -> None:
    client = client_of(case.annotator.user)
    address = reverse("api:assignment-feedback", args=[case.mine.pk])
    state = client.get(address).json()
    assert [(link["source"], link["own"], link["gold"]) for link in state["differences"]] == [(0, "Sure", "Possible")]
    body = {"operation_id": str(uuid4()), "version": 0, "action": "dispute", "source": 0, "target": 0, "text": "No."}
    said = client.post(address, body, content_type="application/json").json()
    assert (said["state"], said["version"], said["differences"][0]["text"]) == ("disputed", 1, "No.")
    body = {"operation_id": str(uuid4()), "version": 0, "action": "acknowledge_all"}
    assert client.post(address, body, content_type="application/json").status_code == 409
    body = {"operation_id": str(uuid4()), "version": 1, "action": "acknowledge"}
    assert client.post(address, body, content_type="application/json").status_code == 400

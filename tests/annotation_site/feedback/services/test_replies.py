"""Gold is acknowledged or disputed, and a dispute is answered."""

from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from alignment.adjudication.services.decisions import undo_decision
from alignment.feedback.queries.comparison import describe_feedback
from alignment.feedback.queries.disputes import list_disputes
from annotation_site.assignments.models import Item
from annotation_site.feedback.models import FeedbackReply
from annotation_site.feedback.services.replies import dispute_gold
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from tests.alignment.feedback.cases import Case, client_of
from tests.authorisation.asking import ONCE_ONLY

pytestmark = pytest.mark.django_db


def test_acknowledging_everything_is_done(case: Case) -> None:
    assert case.acknowledge((0, 0)).state == "done"
    assert case.acknowledge(user=case.other.user).state == "done"
    assert FeedbackReply.objects.filter(feedback=case.theirs.pk, state="acknowledged").count() == 2


def test_the_same_reply_sent_twice_is_one(case: Case) -> None:
    operation_id: UUID = uuid4()
    known = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": operation_id, "version": 0}
    first = dispute_gold(**known, place="0-0", text="No.")
    again = dispute_gold(**known, place="0-0", text="No.")
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
    [row] = describe_feedback(case.feedback())["places"]
    assert (row.gold, row.place.reply and row.place.reply.answer) == (gold, "See the guidelines, 3.2.")
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

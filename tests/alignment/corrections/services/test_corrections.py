"""A correction makes a new version of the pair, and carries the work on words that stay."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.adjudication.models import LinkDecision
from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.services.recount import recount_agreement
from alignment.corrections.services.corrections import plan_correction
from alignment.feedback.queries.disputes import list_disputes
from alignment.readings.queries.drawn import read_links
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.services.rounds import open_round
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.assignments.services.withdrawal import bring_back_items, withdraw_items
from annotation_site.feedback.models import Feedback
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from tests.alignment.corrections.correcting import correct
from tests.alignment.feedback.cases import Case, client_of
from tests.alignment.releasing import make_release_of
from tests.factories import draw, lease, make_member, make_pair, make_project, make_reading, submit


def test_the_new_version_has_the_number_and_the_old_one_stays(project: Project) -> None:
    old = project.items.get()
    new = correct(project, "a big black cat", "un gatto nero")
    old = Item.versions.get(pk=old.pk)
    assert (old.state, old.replaced_by, old.sentence_pair.source_tokens) == ("replaced", new, ["a", "black", "cat"])
    assert (new.number, new.version, new.identifier, new.state) == (1, 2, "pair-1", "open")
    assert list(Item.objects.filter(project=project)) == [new]
    assert project.operations.filter(kind="correct_pair").count() == 1


def test_a_reading_with_new_words_to_do_is_open_again(project: Project) -> None:
    annotator = make_member(project)
    old = make_reading(annotator, "0-0S 1-2S 2-1P")
    correct(project, "a big black cat", "un gatto nero")
    old.refresh_from_db()
    annotator.refresh_from_db()
    new = annotator.assignments.get(item__state="open")
    assert (old.state, new.state, annotator.submitted_count) == ("replaced", "in_progress", 0)
    assert read_links(new).links == {(0, 0): "S", (2, 2): "S", (3, 1): "P"}
    assert read_links(old).links == {(0, 0): "S", (1, 2): "S", (2, 1): "P"}
    submit(draw(new, "1-2P"))
    assert project.items.get().submitted_count == 1


def test_a_reading_whose_words_are_all_done_stays_submitted(project: Project) -> None:
    first, second = make_member(project), make_member(project)
    make_reading(first, "0-0S 1-2S 2-1S")
    make_reading(second, "0-0S 1-2P 2-1S")
    new = correct(project, "a blak cat", "un gatto nero", keep_respelled=True)
    assert (new.state, new.submitted_count, new.assigned_count) == ("annotated", 2, 2)
    assert [reading.links for _, reading in item_readings(new)] == [
        {(0, 0): "S", (1, 2): "S", (2, 1): "S"},
        {(0, 0): "S", (1, 2): "P", (2, 1): "S"},
    ]
    assert up_to_date(ItemAgreement, project).get(item=new).disagreement_count == 1
    assert recount_agreement(project) == []


def test_agreement_of_reopened_readings_is_undone(project: Project) -> None:
    for annotator in (make_member(project), make_member(project)):
        make_reading(annotator)
    correct(project, "a black cat sleeps", "un gatto nero")
    assert not project.item_agreements.exists()
    assert recount_agreement(project) == []


def test_decisions_suggestions_and_origins_go_on(project: Project) -> None:
    old = project.items.get()
    Suggestion.objects.create(item=old, source_index=0, target_index=0, label="S")
    Suggestion.objects.create(item=old, source_index=2, target_index=1, label="S")
    for annotator, label in ((make_member(project), "S"), (make_member(project), "P")):
        assignment = lease(annotator)
        submit(draw(assignment, f"0-0S 1-2{label} 2-1{label}"))
    known = {"user": make_member(project, Role.ADJUDICATOR).user, "item_id": old.pk, "operation_id": uuid4()}
    decide_links(**known, version=0, decisions=[(1, 2, "S"), (2, 1, "S")])
    assert project.items.get().state == "adjudicated"
    new = correct(project, "one black cat", "un gatto nero", keep_respelled=True)
    assert new.state == "adjudicated"
    assert LinkDecision.objects.filter(item=new).count() == 2
    assert Suggestion.objects.filter(item=new).count() == 2


@pytest.mark.django_db
def test_words_to_align_are_still_asked_for_where_they_are_spelled_anew() -> None:
    project = make_project(scope="target_words")
    make_pair(project, "a very blak cat", "un gatto nero", source_target_words=[2, 3])
    assert correct(project, "the very black cat", "un gatto nero").sentence_pair.source_target_words == [2, 3]


def test_a_skipped_pair_stays_skipped(project: Project) -> None:
    assignment = lease(make_member(project))
    Assignment.objects.filter(pk=assignment.pk).update(state="skipped", skip_reason="cut off")
    Item.objects.update(assigned_count=0)
    new = correct(project, "a big black cat", "un gatto nero")
    carried = new.assignments.get()
    assert (carried.state, carried.skip_reason) == ("skipped", "cut off")


def test_to_its_annotator_the_old_assignment_leads_to_the_new_one(project: Project) -> None:
    old = make_reading(make_member(project))
    new = correct(project, "a big black cat", "un gatto nero").assignments.get()
    client = Client()
    client.force_login(old.annotator.user)
    answer = client.get(reverse("alignment:annotate", args=[old.pk]))
    assert answer["Location"] == reverse("alignment:annotate", args=[new.pk])
    assert client.get(f"/api/v1/assignments/{old.pk}/").status_code == 404
    state = describe_state(new)
    assert (state["can_edit"], state["urls"]["previous"]) == (True, None)


def test_a_check_that_is_open_while_its_pair_is_corrected_can_be_submitted(project: Project) -> None:
    """It stays with the version whose gold was known; submitting it was a fault of the site."""
    begun = lease(make_member(project))
    Assignment.objects.filter(pk=begun.pk).update(purpose="check")
    Item.objects.filter(pk=begun.item_id).update(assigned_count=0)
    correct(project, "a white cat", "un gatto nero")
    done = submit(Assignment.objects.get(pk=begun.pk))
    assert (done.state, done.item_id) == ("submitted", begun.item_id)


def test_a_reading_keeps_its_time_in_the_corrected_version(project: Project) -> None:
    """Members saw "none yet" as the last action of whoever had only that, and its speed was lost."""
    old = make_reading(make_member(project))
    Assignment.objects.filter(pk=old.pk).update(active_seconds=40.0)
    old.refresh_from_db()
    kept = correct(project, "a white cat", "un gatto nero", keep_respelled=True).assignments.get()
    assert (kept.begun_at, kept.active_at, kept.active_seconds) == (old.begun_at, old.active_at, 40.0)
    client = Client()
    client.force_login(project.created_by)
    members = client.get(reverse("projects:members", args=[project.slug])).content.decode()
    assert "none yet" not in members
    [row] = client.get(f"/api/v1/projects/{project.slug}/annotator-quality/").json()["results"]
    assert row["seconds_per_pair"] == 40
    again = correct(project, "a big white cat", "un gatto nero", version=2).assignments.get()
    assert (again.active_at, again.active_seconds) == (None, 40.0)


@pytest.mark.django_db(transaction=True)
def test_releases_made_before_stay_as_they_are() -> None:
    project = make_project(pairs=1)
    for annotator in (make_member(project), make_member(project)):
        make_reading(annotator)
    release = make_release_of(project)
    before = release.sha256
    correct(project, "a big black cat", "un gatto nero")
    release.refresh_from_db()
    assert release.sha256 == before


@pytest.mark.parametrize(
    ("source", "reason"),
    [("a black cat", "The text has not changed."), ("", "0 tokens"), (" ".join("x" * 201), "201 tokens")],
)
def test_a_text_that_cannot_be_is_refused(project: Project, source: str, reason: str) -> None:
    with pytest.raises(DomainError, match=reason):
        correct(project, source, "un gatto nero")


def test_a_correction_sent_twice_is_made_once(project: Project) -> None:
    operation_id = uuid4()
    first = correct(project, "a big cat", "un gatto nero", operation_id=operation_id)
    assert correct(project, "a big cat", "un gatto nero", operation_id=operation_id) == first
    assert Operation.objects.filter(kind="correct_pair").count() == 1


def test_a_correction_of_an_older_version_is_refused(project: Project) -> None:
    correct(project, "a big cat", "un gatto nero")
    with pytest.raises(StaleVersion):
        correct(project, "a small cat", "un gatto nero")


def test_a_pair_in_a_round_is_not_corrected(project: Project) -> None:
    make_reading(make_member(project), "0-0S 1-2S 2-1S")
    make_reading(make_member(project), "0-0P 1-2S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    with pytest.raises(NotEditable, match="Close the round"):
        correct(project, "a big cat", "un gatto nero")


def test_the_plan_says_what_would_happen_and_writes_nothing(project: Project) -> None:
    make_reading(make_member(project), "0-0S 1-2S 2-1S")
    texts = {"source_tokens": ["a", "dog"], "target_tokens": ["un", "gatto", "nero"]}
    plan = plan_correction(user=project.created_by, item=project.items.get(), **texts)
    assert [(each.kept, each.lost, each.is_reopened) for each in plan.readings] == [(1, 2, True)]
    assert Item.versions.count() == 1


@pytest.fixture
def disputed() -> Case:
    """Return an adjudicated pair whose annotator disputes “a – un” and acknowledged “black – gatto”."""
    case = Case()
    case.decide((0, 0, "P"), note="Articles are Possible.")
    case.decide((1, 2, "none"), (1, 1, "S"))
    case.acknowledge((1, 1))
    case.dispute((0, 0))
    return case


@pytest.mark.django_db
def test_a_dispute_on_words_that_stay_goes_on_with_the_corrected_pair(disputed: Case) -> None:
    new = correct(disputed.project, "a black cat", "un micio nero", keep_respelled=True)
    assert new.state == Item.State.ADJUDICATED
    mine = disputed.annotator.assignments.get(item=new)
    feedback = Feedback.objects.get(pk=mine.pk)
    assert (feedback.state, feedback.is_shown) == ("disputed", True)
    assert sorted(feedback.replies.values_list("place", "state")) == [("0-0", "disputed"), ("1-1", "acknowledged")]
    [waiting] = list_disputes(disputed.project)
    assert waiting == list_disputes(disputed.project, new)[0]
    version = new.adjudication.version if hasattr(new, "adjudication") else 0
    decided = {"decisions": [(0, 0, "S")], "version": version, "note": "You are right."}
    decide_links(user=disputed.adjudicator, item_id=new.pk, operation_id=uuid4(), **decided)
    assert list_disputes(disputed.project) == []
    assert Feedback.objects.get(pk=mine.pk).state == "answered"
    page = client_of(disputed.annotator.user).get(
        reverse("alignment:feedback_item", args=[disputed.mine.pk]), follow=True
    )
    assert page.redirect_chain == [(reverse("alignment:feedback_item", args=[mine.pk]), 302)]
    assert "You are right." in page.content.decode()


@pytest.mark.django_db
def test_a_dispute_on_a_word_that_is_gone_waits_for_nobody(disputed: Case) -> None:
    new = correct(disputed.project, "the black cat", "un gatto nero")
    assert new.state == Item.State.OPEN, "its new word has to be read"
    assert list_disputes(disputed.project) == []
    assert count_pending(disputed) == 0
    for assignment in new.assignments.all():
        submit(draw(assignment, "0-0S"))
    carried = Feedback.objects.get(assignment__item=new, annotator=disputed.annotator)
    assert list(carried.replies.values_list("place", "state")) == [("1-1", "acknowledged")]
    other = new.assignments.get(annotator=disputed.other)
    with pytest.raises(NotEditable, match=r"begun|shown|adjudicated"):
        reopen_assignment(user=disputed.other.user, assignment_id=other.pk, operation_id=uuid4(), version=other.version)


def count_pending(case: Case) -> int:
    """Return the number of disputes that the adjudicator's start page names."""
    page = client_of(case.adjudicator).get(reverse("projects:home")).content.decode()
    found = re.search(r"Answer ([\d,]+) disputes?", page)
    return int(found[1]) if found else 0


@pytest.mark.django_db
def test_a_dispute_on_a_withdrawn_pair_waits_until_it_is_brought_back(disputed: Case) -> None:
    known = {"user": disputed.project.created_by, "project": disputed.project, "numbers": [1]}
    assert count_pending(disputed) == 1
    withdraw_items(**known, operation_id=uuid4())
    assert (list_disputes(disputed.project), count_pending(disputed)) == ([], 0)
    bring_back_items(**known, operation_id=uuid4())
    assert (len(list_disputes(disputed.project)), count_pending(disputed)) == (1, 1)


@pytest.mark.django_db
def test_a_pair_whose_last_open_disagreement_goes_with_its_words_is_adjudicated() -> None:
    case = Case()
    case.decide((0, 0, "P"))
    new = correct(case.project, "a cat", "un gatto")
    assert new.state == Item.State.ADJUDICATED, "no list would offer a decision on it"
    assert Feedback.objects.get(assignment__item=new, annotator=case.annotator).state == "new"


def read_again(case: Case, *links: str) -> Item:
    """Correct the decided pair by a word that both have to do; draw and submit their links, and return the pair."""
    case.decide_all()
    new = correct(case.project, "a big black cat", "un gatto nero")
    assert new.state == Item.State.OPEN
    for annotator, own in zip((case.annotator, case.other), links, strict=True):
        submit(draw(annotator.assignments.get(item=new), own))
    new.refresh_from_db()
    return new


@pytest.mark.django_db
def test_a_pair_read_again_with_nothing_new_to_decide_is_adjudicated_and_gives_feedback() -> None:
    case = Case()
    new = read_again(case, "1-0P", "1-0P")
    assert new.state == Item.State.ADJUDICATED, "no list would offer a decision on it"
    given = Feedback.objects.filter(assignment__item=new).exclude(state="withheld")
    assert {feedback.annotator for feedback in given} == {case.annotator, case.other}


@pytest.mark.django_db
def test_a_pair_read_again_with_a_new_disagreement_waits_for_the_adjudicator() -> None:
    assert read_again(Case(), "1-0P", "1-0S").state == Item.State.ANNOTATED

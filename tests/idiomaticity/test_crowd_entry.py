"""Taking part by an open link: from the link to the completion code, and what must not be possible on the way."""

import re
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from annotation_site.projects.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion
from annotation_site.projects.models import Assignment, Item, Operation, Project, User
from annotation_site.projects.services.assignments import lease_next_item, skip_assignment
from annotation_site.projects.services.exclusions import exclude_annotator, lift_exclusion
from idiomaticity.crowd import count_states, list_workers
from idiomaticity.crowd_codes import digest_worker, new_completion_code, read_return, sign_return
from idiomaticity.models import CrowdCall, CrowdWorker, Rating
from idiomaticity.results import read_scores
from idiomaticity.services.crowd import enter_crowd, open_crowd, set_up_crowd
from idiomaticity.services.known_ratings import add_known_rating, set_screening
from idiomaticity.services.leasing import lease_next_rating, may_begin_another
from idiomaticity.services.ratings import reopen_rating, take_up_rating
from tests.factories import make_member, make_user
from tests.idiomaticity.making import hand_in, make_rating_project

pytestmark = pytest.mark.django_db
WORDS = ("fish", "gas", "oil", "rain", "think", "water", "septic", "drunk")
TOKENS = re.compile(rb'(?<=name="csrf-token" content=")\w+|(?<="X-CSRFToken": ")\w+')
ROWS = "".join(f"{name} tank\tA {name} tank.\n" for name in WORDS)


@pytest.fixture(autouse=True)
def _forget_addresses(db: None) -> None:
    cache.clear()


@pytest.fixture
def project() -> Project:
    """An open crowd with one tutorial item, two to qualify by, and three ratings each."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=9)
    known = {"user": project.created_by, "project": project}
    for name, use in (("fish", "tutorial"), ("gas", "qualification"), ("oil", "qualification")):
        add_known_rating(
            **known, item=f"{name} tank-1", use=use, expected={"whole": (4, 5)}, explanation=f"A tank of {name}."
        )
    set_up(project)
    open_crowd(**known, is_open=True)
    return project


def set_up(project: Project, **changes: object) -> CrowdCall:
    known = {"consent": "You may stop at any time.", "limit_each": 3, "most_people": 4, "worker_parameter": ""}
    return set_up_crowd(user=project.created_by, project=project, **{**known, **changes})  # type: ignore[arg-type]


def enter(project: Project, **changes: object) -> CrowdWorker:
    known = {"call_id": project.pk, "entry_id": uuid4(), "consent_version": 1}
    return enter_crowd(**{**known, **changes})  # type: ignore[arg-type]


def rate(worker: CrowdWorker, whole: int = 5) -> list[Assignment]:
    """Everything they are given."""
    membership = worker.membership
    done = []
    while (assignment := lease_next_rating(user=membership.user, project=membership.project)) is not None:
        done.append(hand_in(assignment, 3, 3, whole))
    worker.refresh_from_db()
    return done


def link_of(project: Project, query: str = "") -> str:
    return reverse("idiomaticity:crowd_link", args=[project.crowd_call.key]) + query


def come_in(project: Project, query: str = "", client: Client | None = None) -> tuple[Client, int]:
    """Open the link and agree."""
    client = client or Client()
    client.get(link_of(project, query))
    entry = client.session.get("crowd_entry", {})
    sent = {"entry_id": entry.get("entry_id", uuid4()), "version": 1, "agrees": "on"}
    return client, client.post(reverse("idiomaticity:crowd_consent"), sent).status_code


def who(client: Client) -> str:
    return str(client.session.get("_auth_user_id", ""))


def test_tutorial_then_test_then_work_up_to_the_limit_then_a_code(project: Project) -> None:
    worker = enter(project)
    done = rate(worker)
    assert [each.purpose for each in done] == ["training"] * 3 + ["work"] * 3
    assert [each.item.identifier for each in done[:3]] == ["fish tank-1", "gas tank-1", "oil tank-1"]
    assert (worker.state, worker.right_count, worker.asked_count) == ("done", 2, 2)
    assert len(worker.completion_code) == 14
    worker.membership.refresh_from_db()
    assert worker.membership.submitted_count == 3
    code = worker.completion_code
    assert rate(worker) == []
    assert worker.completion_code == code


def test_training_counts_in_no_figure(project: Project) -> None:
    rate(enter(project))
    by_name = {row.compound.text: row.ratings for row in read_scores(project)}
    assert [by_name[f"{name} tank"] for name in ("fish", "gas", "oil")] == [0, 0, 0]
    assert sum(by_name.values()) == 3
    assert set(Item.objects.filter(state="withdrawn").values_list("submitted_count", flat=True)) == {0}


def test_who_misses_the_mark_gets_no_work_and_no_code(project: Project) -> None:
    worker = enter(project)
    assert len(rate(worker, whole=1)) == 3
    assert (worker.state, worker.right_count, worker.completion_code) == ("failed", 0, "")
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=1)
    assert rate(worker) == []


def test_another_try_asks_the_same_again_and_empty_and_the_last_decides(project: Project) -> None:
    set_up(project, tries=2)
    worker = enter(project)
    user = worker.membership.user

    def answer(whole: int) -> list[str]:
        seen = []
        while (assignment := lease_next_rating(user=user, project=project)) is not None:
            if assignment.purpose != "training":
                break
            seen.append(assignment.item.identifier)
            assert not Rating.objects.filter(assignment=assignment, whole__isnull=False).exists()
            hand_in(assignment, 3, 3, whole, "vessel")
        worker.refresh_from_db()
        return seen

    assert answer(1) == ["fish tank-1", "gas tank-1", "oil tank-1"]
    assert (worker.state, worker.missed_count, worker.right_count) == ("newcomer", 1, 0)
    client = Client()
    client.force_login(user)
    home = client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).content.decode()
    assert "0 of 2 answers" in home
    assert "once more" in home
    again = enter(project)
    assert answer(5) == ["gas tank-1", "oil tank-1"]
    assert (worker.state, worker.missed_count, worker.right_count) == ("working", 1, 2)
    rate(again, whole=1)
    assert again.state == "newcomer"
    rate(again, whole=1)
    assert (again.state, again.missed_count) == ("failed", 2)
    assert rate(again) == []


def test_the_mark_is_met_exactly(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=50)
    worker = enter(project)
    for whole in (1, 4, 1):
        assignment = lease_next_rating(user=worker.membership.user, project=project)
        assert assignment
        hand_in(assignment, 3, 3, whole)
    rate(worker)
    assert (worker.is_qualified, worker.right_count) == (True, 1)


def test_without_known_answers_work_begins_at_once() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS)
    set_up(project)
    open_crowd(user=project.created_by, project=project, is_open=True)
    assert {each.purpose for each in rate(enter(project))} == {"work"}


def test_who_finds_nothing_left_is_done_with_what_they_rated(project: Project) -> None:
    set_up(project, limit_each=100)
    worker = enter(project)
    assert len(rate(worker)) == 8
    assert worker.state == "done"


def test_the_same_form_sent_twice_makes_one_annotator(project: Project) -> None:
    entry = uuid4()
    first, second = (enter(project, entry_id=entry) for _ in "ab")
    assert first == second
    assert CrowdWorker.objects.count() == 1
    assert Operation.objects.filter(project=project, kind="enter_crowd").count() == 1


def test_the_crowd_takes_in_no_more_than_it_holds_and_nobody_while_closed(project: Project) -> None:
    for _ in range(4):
        enter(project)
    with pytest.raises(NotEditable, match="No more people"):
        enter(project)
    set_up(project, most_people=9)
    open_crowd(user=project.created_by, project=project, is_open=False)
    with pytest.raises(NotEditable, match="No more people"):
        enter(project)
    going_on = CrowdWorker.objects.first()
    assert going_on
    assert rate(going_on)


def exclude(worker: CrowdWorker) -> None:
    project = worker.membership.project
    exclude_annotator(user=project.created_by, project=project, annotator_id=worker.pk, reason="Clicks through.")


def test_who_failed_or_is_excluded_leaves_the_place_to_somebody_else(project: Project) -> None:
    failed, excluded, *_ = (enter(project) for _ in range(4))
    rate(failed, whole=0)
    enter(project)
    exclude(excluded)
    enter(project)
    with pytest.raises(NotEditable, match="No more people"):
        enter(project)
    client = Client()
    client.force_login(project.created_by)
    assert "4 of 4 places taken" in client.get(reverse("idiomaticity:crowd", args=[project.slug])).content.decode()
    assert client.get(reverse("api:crowd", args=[project.slug])).json()["places_taken"] == 4


def test_who_is_excluded_before_any_work_is_led_nowhere_and_told_so(project: Project) -> None:
    worker = enter(project)
    client = Client()
    client.force_login(worker.membership.user)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    assert "Begin</button>" in client.get(home).content.decode()
    exclude(worker)
    assert rate(worker) == [], "neither tutorial nor work"
    page = client.get(home).content.decode()
    assert "</button></div></form>" not in page
    assert "nothing more for you to do" in page
    lift_exclusion(user=project.created_by, project=project, annotator_id=worker.pk)
    assert len(rate(worker)) == 6


def test_who_is_excluded_at_work_gets_the_code_for_what_they_rated(project: Project) -> None:
    worker = enter(project)
    for _ in range(4):
        assignment = lease_next_rating(user=worker.membership.user, project=project)
        assert assignment
        hand_in(assignment, 3, 3, 5)
    exclude(worker)
    client = Client()
    client.force_login(worker.membership.user)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    assert "Go on</button>" in client.get(home).content.decode()
    assert rate(worker) == []
    assert worker.completion_code in client.get(home).content.decode()


def test_consent_is_kept_by_version(project: Project) -> None:
    first = enter(project)
    set_up(project, consent="You may stop. We publish your answers.")
    set_up(project, consent="You may stop. We publish your answers.")
    with pytest.raises(StaleVersion):
        enter(project, consent_version=1)
    second = enter(project, consent_version=2)
    first.refresh_from_db()
    assert (first.consent.version, second.consent.version) == (1, 2)
    assert project.crowd_call.consents.count() == 2


def test_only_a_manager_sets_up_and_only_with_sense(project: Project) -> None:
    with pytest.raises(RoleRequired):
        set_up_crowd(user=make_member(project).user, project=project, consent="x", limit_each=1, most_people=1)
    for wrong in (
        {"consent": " "},
        {"limit_each": 0},
        {"most_people": 0},
        {"worker_parameter": "a b"},
        {"tries": 0},
        {"tries": 4},
    ):
        with pytest.raises(DomainError):
            set_up(project, **wrong)
    with pytest.raises(DomainError, match="Say first"):
        other = make_rating_project()
        open_crowd(user=other.created_by, project=other, is_open=True)


def test_a_worker_id_is_kept_as_a_keyed_hash_alone(project: Project) -> None:
    set_up(project, worker_parameter="PROLIFIC_PID")
    client, status = come_in(project, "?PROLIFIC_PID=5f3c0ffee")
    assert status == 302
    worker = CrowdWorker.objects.get()
    assert worker.worker_digest == digest_worker(project.pk, "5f3c0ffee")
    assert worker.worker_digest != digest_worker(project.pk + 1, "5f3c0ffee")
    stored = [list(User.objects.values()), list(Operation.objects.values()), list(CrowdWorker.objects.values())]
    assert "5f3c0ffee" not in str(stored)
    assert "5f3c0ffee" not in str(dict(client.session))


def test_the_same_browser_goes_on_with_the_same_id(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    client, _ = come_in(project, "?workerId=A1")
    before = who(client)
    again = client.get(link_of(project, "?workerId=A1"))
    assert again.headers["Location"] == reverse("idiomaticity:crowd_home", args=[project.slug])
    assert who(client) == before
    assert CrowdWorker.objects.count() == 1


def test_a_guessed_id_opens_nobodys_work(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    come_in(project, "?workerId=A1")
    thief, status = come_in(project, "?workerId=A1")
    assert status == 409
    assert who(thief) == ""
    assert CrowdWorker.objects.count() == 1
    assert thief.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 302


def test_another_id_at_the_same_browser_is_another_person(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    client, _ = come_in(project, "?workerId=A1")
    first = who(client)
    come_in(project, "?workerId=B2", client)
    assert who(client) not in ("", first)
    assert CrowdWorker.objects.count() == 2


def test_without_an_id_nobody_comes_in_where_one_is_wanted(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    for query in ("", "?workerId=", "?workerId=a%20b", "?workerId=" + "x" * 101, "?other=A1"):
        assert Client().get(link_of(project, query)).status_code == 400


def test_the_return_link_opens_ones_own_work_in_another_browser(project: Project) -> None:
    client, _ = come_in(project)
    worker = CrowdWorker.objects.get()
    home = client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).content.decode()
    address = reverse("idiomaticity:crowd_return", args=[sign_return(worker.pk)])
    assert address in home
    other = Client()
    assert other.get(address).status_code == 200
    assert who(other) == ""  # looking is not entering
    assert other.post(address).status_code == 302
    assert who(other) == who(client)


@pytest.mark.parametrize("signed", ["1", "1:x", "x:y:z", ""])
def test_a_return_link_cannot_be_made_up(signed: str) -> None:
    assert read_return(signed) is None
    forged = sign_return(1).replace("1:", "2:", 1)
    assert read_return(forged) is None
    if signed:
        address = reverse("idiomaticity:crowd_return", args=[signed])
        assert Client().get(address).status_code == Client().post(address).status_code == 404


def test_who_was_removed_comes_back_by_no_link(project: Project) -> None:
    worker = enter(project)
    worker.membership.state = "removed"
    worker.membership.save()
    assert Client().post(reverse("idiomaticity:crowd_return", args=[sign_return(worker.pk)])).status_code == 404


def test_unknown_and_closed_answer_alike_and_many_tries_are_refused(project: Project) -> None:
    open_crowd(user=project.created_by, project=project, is_open=False)
    client = Client()
    closed = client.get(link_of(project))
    unknown = client.get(reverse("idiomaticity:crowd_link", args=["x" * 22]))
    assert closed.status_code == unknown.status_code == 404
    first, second = (TOKENS.sub(b"", each.content) for each in (closed, unknown))
    assert first == second
    for _ in range(30):
        answer = client.get(reverse("idiomaticity:crowd_link", args=["y" * 22]))
    assert answer.status_code == 429


def test_consent_is_needed_and_the_address_forgets_key_and_id(project: Project) -> None:
    client = Client()
    answer = client.get(link_of(project))
    assert answer.headers["Location"] == reverse("idiomaticity:crowd_consent")
    entry = client.session["crowd_entry"]["entry_id"]
    shown = client.get(reverse("idiomaticity:crowd_consent")).content.decode()
    assert "You may stop at any time." in shown
    sent = {"entry_id": entry, "version": 1}
    assert client.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 400
    assert not CrowdWorker.objects.exists()


def test_a_second_click_after_the_first_goes_the_same_way(project: Project) -> None:
    client = Client()
    client.get(link_of(project))
    before = client.cookies["sessionid"].value
    sent = {"entry_id": client.session["crowd_entry"]["entry_id"], "version": 1, "agrees": "on"}
    assert client.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 302
    late = Client()
    late.cookies["sessionid"] = before
    assert late.post(reverse("idiomaticity:crowd_consent"), sent).status_code == 302
    assert CrowdWorker.objects.count() == 1
    stranger = Client()
    stranger.cookies["sessionid"] = before
    assert stranger.post(reverse("idiomaticity:crowd_consent"), {**sent, "entry_id": uuid4()}).status_code == 404


def test_a_stale_tab_is_told_so_and_can_agree_anew(project: Project) -> None:
    client = Client()
    client.get(link_of(project))
    stale = client.session["crowd_entry"]["entry_id"]
    client.get(link_of(project))  # a second tab
    consent = reverse("idiomaticity:crowd_consent")
    answer = client.post(consent, {"entry_id": stale, "version": 1, "agrees": "on"})
    assert answer.status_code == 409
    assert "opened again in the meantime" in answer.content.decode()
    fresh = answer.context["form"]["entry_id"].value()
    assert fresh != stale
    assert client.post(consent, {"entry_id": fresh, "version": 1, "agrees": "on"}).status_code == 302
    assert CrowdWorker.objects.count() == 1


def test_the_other_tab_leads_home_once_somebody_is_in(project: Project) -> None:
    client, _ = come_in(project)
    consent, home = reverse("idiomaticity:crowd_consent"), reverse("idiomaticity:crowd_home", args=[project.slug])
    for answer in (client.get(consent), client.post(consent, {"entry_id": uuid4(), "version": 1, "agrees": "on"})):
        assert answer.headers["Location"] == home
    assert CrowdWorker.objects.count() == 1


def test_somebody_of_another_crowd_can_begin_and_keeps_their_way_back(project: Project) -> None:
    client, _ = come_in(project)
    first = CrowdWorker.objects.get()
    other = make_rating_project(text="compound\tsentence\n" + ROWS)
    set_up(other)
    open_crowd(user=other.created_by, project=other, is_open=True)
    client.get(link_of(other))
    page = client.get(reverse("idiomaticity:crowd_consent")).content.decode()
    assert reverse("idiomaticity:crowd_return", args=[sign_return(first.pk)]) in page
    _, status = come_in(other, client=client)
    assert status == 302
    second = CrowdWorker.objects.exclude(pk=first.pk).get()
    assert (who(client), second.call_id) == (str(second.membership.user_id), other.pk)


def test_what_was_skipped_cannot_be_taken_up_past_the_limit(project: Project) -> None:
    worker = enter(project)
    user = worker.membership.user
    for _ in range(3):
        training = lease_next_rating(user=user, project=project)
        assert training
        hand_in(training, 3, 3, 5)
    skipped = lease_next_rating(user=user, project=project)
    assert skipped
    skip_assignment(user=user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="Odd.")
    rate(worker)
    assert worker.state == "done"
    with pytest.raises(NotEditable, match="as many as are meant for you"):
        take_up_rating(user=user, assignment_id=skipped.pk, operation_id=uuid4())
    worker.membership.refresh_from_db()
    assert worker.membership.submitted_count == 3


def test_who_has_the_code_takes_nothing_back(project: Project) -> None:
    worker = enter(project)
    last = rate(worker)[-1]
    with pytest.raises(NotEditable, match="completion code"):
        reopen_rating(user=worker.membership.user, assignment_id=last.pk, operation_id=uuid4(), version=last.version)


def test_no_limit_is_passed_between_the_check_and_the_draw(project: Project) -> None:
    """Another tab has rated up to the limit after this one was let through."""
    worker = enter(project)
    rate(worker)
    CrowdWorker.objects.filter(pk=worker.pk).update(completed_at=None, completion_code="")
    membership = worker.membership
    late = lease_next_item(user=membership.user, project=project, may_begin=may_begin_another)
    assert late is None


@pytest.mark.parametrize("step", ["skip", "take-up", "comments"])
def test_the_steps_of_word_alignment_lead_nobody_past_the_qualification(project: Project, step: str) -> None:
    """They would lease the next item by the rules of another kind of annotation."""
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:work_next", args=[project.slug]))
    begun = Assignment.objects.get()
    body = {"operation_id": str(uuid4()), "version": begun.version, "reason": "Odd.", "text": "Odd."}
    answer = client.post(f"/api/v1/assignments/{begun.pk}/{step}/", body, content_type="application/json")
    assert answer.status_code == 404
    if step != "comments":
        assert client.post(reverse(f"alignment:{step.replace('-', '_')}", args=[begun.pk]), body).status_code == 404
    assert list(Assignment.objects.values_list("pk", "state")) == [(begun.pk, "in_progress")]


def test_a_colleague_is_not_signed_out_of_their_account(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    before = who(client)
    _, status = come_in(project, client=client)
    assert status == 200
    assert who(client) == before
    assert not CrowdWorker.objects.exists()


def test_the_account_can_be_signed_in_to_by_nobody(project: Project) -> None:
    user = enter(project).membership.user
    assert not user.has_usable_password()
    assert user.email.endswith(".invalid")
    assert UUID(user.email[6:42])


@pytest.mark.parametrize(
    "page",
    ["/account/", "/accounts/password/set/", "/accounts/email/", "/accounts/2fa/", "/projects/new/", "/invitation/"],
)
def test_nobody_of_a_crowd_makes_themselves_an_account(project: Project, page: str) -> None:
    set_up(project)
    client, _ = come_in(project)
    for answer in (client.get(page), client.post(page, {"password1": "a-long-one-99", "password2": "a-long-one-99"})):
        assert answer.status_code == 403
        assert "without an account" in answer.content.decode()
    assert client.post("/accounts/logout/").status_code == 302


def test_pages_lead_from_consent_over_feedback_to_the_code(project: Project) -> None:
    client, _ = come_in(project)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    following = reverse("idiomaticity:work_next", args=[project.slug])
    assert "tutorial of 1 sentence" in client.get(home).content.decode()
    address = client.post(following).headers["Location"]
    seen = []
    while address != home:
        page = client.get(address)
        seen.append(page.resolver_match.url_name)
        if page.resolver_match.url_name == "crowd_feedback":
            assert "A tank of fish." in page.content.decode()
            address = client.post(following).headers["Location"]
            continue
        state = page.context["state"]
        sent = {"operation_id": uuid4(), "version": state["version"], "head": 3, "modifier": 3, "whole": 5}
        address = client.post(reverse("idiomaticity:submit", args=[state["assignment"]]), sent).headers["Location"]
    assert seen == ["rate", "crowd_feedback", *["rate"] * 5]
    code = CrowdWorker.objects.get().completion_code
    assert code in client.get(home).content.decode()
    assert Rating.objects.count() == 6


def test_what_is_expected_is_told_only_of_ones_own_answered_tutorial(project: Project) -> None:
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:work_next", args=[project.slug]))
    begun = Assignment.objects.get()
    address = reverse("idiomaticity:crowd_feedback", args=[begun.pk])
    assert client.get(address).status_code == 404
    _, second, *_ = rate(CrowdWorker.objects.get())
    assert client.get(address).status_code == 200
    assert client.get(reverse("idiomaticity:crowd_feedback", args=[second.pk])).status_code == 404
    other, _ = come_in(project)
    assert other.get(address).status_code == 404


def test_the_api_leads_the_same_way(project: Project) -> None:
    client, _ = come_in(project)
    state = client.post(reverse("api:next-rating", args=[project.slug])).json()
    judgement = {"head": 3, "modifier": 3, "whole": 5, "paraphrases": []}
    body = {"operation_id": str(uuid4()), "version": state["version"], "judgement": judgement}
    answer = client.post(state["urls"]["submit"], body, content_type="application/json").json()
    assert answer["next"] == reverse("idiomaticity:crowd_feedback", args=[state["assignment"]])
    assert answer["next_assignment"] is None
    assert state["progress"] == {"submitted": 0, "total": 3}


def test_the_manager_sees_people_by_state_and_whose_a_code_is(project: Project) -> None:
    done, failed, newcomer = enter(project), enter(project), enter(project)
    rate(done)
    rate(failed, whole=0)
    assert count_states(project) == {"newcomer": 1, "working": 0, "done": 1, "failed": 1}
    assert list(list_workers(project, "newcomer")) == [newcomer]
    written = done.completion_code.lower().replace("-", " ")
    assert list(list_workers(project, code=written)) == [done]
    assert not list_workers(project, code=new_completion_code())
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:crowd", args=[project.slug])).content.decode()
    assert done.completion_code in page
    assert project.crowd_call.key in page
    rows = client.get(reverse("idiomaticity:crowd_people", args=[project.slug])).getvalue().decode().splitlines()
    assert len(rows) == 4
    assert "digest" not in rows[0]
    listed = reverse("api:crowd-people", args=[project.slug])
    assert client.get(listed, {"code": written}).json()["results"][0]["annotator"] == done.membership.pseudonym
    assert client.get(listed, {"code": "AAAA"}).json()["count"] == 0


def test_the_api_sets_up_opens_and_closes() -> None:
    project = make_rating_project()
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:crowd", args=[project.slug])
    assert client.get(address).json()["key"] is None
    made = client.post(address, {"consent": "Yes.", "limit_each": 9}, content_type="application/json").json()
    assert (made["limit_each"], made["consent_version"], made["is_open"]) == (9, 1, False)
    assert client.patch(address, {"is_open": True}, content_type="application/json").json()["is_open"]
    assert Client().get(reverse("idiomaticity:crowd_link", args=[made["key"]])).status_code == 302


def test_an_invited_annotator_has_no_crowd_page(project: Project) -> None:
    client = Client()
    client.force_login(make_member(project).user)
    assert client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 404
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 404

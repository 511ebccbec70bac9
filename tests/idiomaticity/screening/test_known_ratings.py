"""Items whose answer is known: chosen by the manager, mixed in unseen, counted in annotator quality alone."""

from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.results.queries.results import read_long_form, read_paraphrases, read_scores
from idiomaticity.screening.annotator_quality import Limits
from idiomaticity.screening.answers import meets, read_range, say_expected
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.queries import read_annotator_qualities
from idiomaticity.screening.services import add_known_rating, remove_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.test_authorisation import ONCE_ONLY

ROWS = "".join(f"{name} tank\tA {name} tank.\n" for name in ("fish", "gas", "oil", "rain"))


@pytest.mark.parametrize(
    ("text", "ends"), [("4-5", (4, 5)), (" 3 ", (3, 3)), ("≥4", (4, 5)), ("<= 1", (0, 1)), ("2–3", (2, 3)), ("", None)]
)
def test_ranges_are_read_as_people_write_them(text: str, ends: tuple[int, int] | None) -> None:
    assert read_range(text) == ends


@pytest.mark.parametrize("text", ["6", "5-4", "high", "-1", "1-", ">4"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="“"):
        read_range(text)


def test_an_answer_meets_what_is_expected_on_every_named_scale() -> None:
    expected = {"whole": [4, 5], "head": [0, 1]}
    assert meets(expected, {"head": 1, "modifier": None, "whole": 4})
    assert not meets(expected, {"head": 2, "modifier": None, "whole": 4})
    assert not meets(expected, {"head": 1, "modifier": 3, "whole": -1})
    assert say_expected(expected) == [("head", "1 or less"), ("whole", "4 or more")]


@pytest.fixture
def project(db: None) -> Project:
    return make_rating_project(text="compound\tsentence\n" + ROWS)


def choose(project: Project, item: str = "fish tank-1", use: str = "attention", **more: object) -> KnownRating | None:
    known = {"user": project.created_by, "project": project, "item": item, "use": use, "expected": {"whole": (4, 5)}}
    return add_known_rating(**{**known, **more})  # type: ignore[arg-type]


def always(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=50, pass_mark=70)


def rate_everything(project: Project, whole: int) -> list[Assignment]:
    annotator = make_member(project)
    done = []
    while (assignment := lease_next(user=annotator.user, project=project)) is not None:
        done.append(submit_rating(assignment, 3, 3, whole, "vessel"))
    return done


def test_an_attention_item_is_nobodys_work(project: Project) -> None:
    known = choose(project)
    assert known
    assert known.item.state == Item.State.WITHDRAWN
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    assert known.item.pk not in {each.item_id for each in rate_everything(project, 5)}


def test_attention_items_come_unseen_and_count_in_annotator_quality_alone(project: Project) -> None:
    choose(project)
    always(project)
    for whole in [5, 1] * 6:
        rate_everything(project, whole)
    checks = Assignment.objects.filter(purpose="check")
    assert 0 < checks.count() <= 12
    assert set(checks.values_list("item__identifier", flat=True)) == {"fish tank-1"}
    assert Item.objects.get(project=project, identifier="fish tank-1").submitted_count == 0
    fish = next(row for row in read_scores(project) if row.compound.text == "fish tank")
    assert fish.ratings == 0
    assert read_paraphrases(fish.compound) == []
    assert len(read_long_form(project, ["whole"])[0]) == 3 * project.annotators_per_item
    rows = read_annotator_qualities(project, list(list_annotators(project)), Limits())
    passed, failed = (sum(getattr(row.habits, name) for row in rows) for name in ("passed", "failed"))
    right = checks.filter(rating__whole=5).count()
    assert (passed, failed) == (right, checks.count() - right)


def test_nothing_in_the_state_tells_a_check_from_work(project: Project) -> None:
    choose(project)
    always(project)
    states = {}
    for _ in range(30):
        assignment = lease_rating(make_member(project))
        states[assignment.purpose] = describe_state(Assignment.objects.get(pk=assignment.pk))
        if len(states) == 2:
            break
    assert states["work"].keys() == states["check"].keys()
    assert "check" not in str(states["check"])


def look(client: Client, assignment: Assignment) -> list[bytes]:
    """Return everything the annotator can read of an assignment, without what must differ between two requests."""
    slug, own = assignment.item.project.slug, assignment.annotator_id
    addresses = [
        reverse("idiomaticity:rate", args=[assignment.pk]),
        reverse("api:assignment-detail", args=[assignment.pk]),
        reverse("idiomaticity:assignments", args=[slug]),
        reverse("idiomaticity:overview", args=[slug]),
        reverse("projects:home"),
        reverse("api:assignments"),
        reverse("idiomaticity:annotator_quality_detail", args=[slug, own]),
        reverse("api:rating-annotator-quality", args=[slug, own]),
    ]
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return [ONCE_ONLY.sub(b"", answer.content) for answer in answers]


@pytest.mark.django_db
def test_a_check_is_byte_for_byte_what_work_is() -> None:
    """The same assignment is looked at as a check and as work, in every state it goes through. The time that each took
    differs, so that a median without checks would show.
    """
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=20)
    choose(project)
    always(project)
    all_done = (rate_everything(project, 5) for _ in range(20))
    done = next(done for done in all_done if "check" in [each.purpose for each in done[1:]])
    check = next(each for each in done if each.purpose == "check")
    for place, each in enumerate(done):
        Assignment.objects.filter(pk=each.pk).update(active_seconds=float(5 ** (1 + place)))
    client = Client()
    client.force_login(check.annotator.user)
    known = {"user": check.annotator.user, "assignment_id": check.pk}

    def compare() -> None:
        as_check = look(client, check)
        Assignment.objects.filter(pk=check.pk).update(purpose="work")
        Item.objects.filter(pk=check.item_id).update(state=Item.State.OPEN)
        as_work = look(client, check)
        Assignment.objects.filter(pk=check.pk).update(purpose="check")
        Item.objects.filter(pk=check.item_id).update(state=Item.State.WITHDRAWN)
        assert as_check == as_work

    compare()
    reopened = reopen_assignment(**known, operation_id=uuid4(), version=check.version)
    compare()
    skipped = skip_assignment(**known, operation_id=uuid4(), version=reopened.version, reason="odd")
    compare()
    assert skipped.state == Assignment.State.SKIPPED


def test_what_counts_is_the_first_answer_to_a_check(project: Project) -> None:
    choose(project)
    always(project)
    check = next(each for _ in range(12) for each in rate_everything(project, 1) if each.purpose == "check")
    known = {"user": check.annotator.user, "assignment_id": check.pk, "operation_id": uuid4()}
    reopened = reopen_assignment(**known, version=check.version)
    [row] = read_annotator_qualities(project, [check.annotator], Limits())
    assert (row.habits.passed, row.habits.failed) == (0, 1), "reopening does not take it back"
    submit_rating(reopened, 3, 3, 5)
    [row] = read_annotator_qualities(project, [check.annotator], Limits())
    assert (row.habits.passed, row.habits.failed) == (0, 1)


@pytest.mark.django_db
def test_a_check_does_not_follow_on_another_item_of_its_compound() -> None:
    rows = "fish tank\tA fish tank.\nfish tank\tTwo fish tanks.\n" + ROWS.replace("fish", "water")
    project = make_rating_project(text="compound\tsentence\n" + rows)
    choose(project)
    always(project)
    for _ in range(8):
        done = [each.item.identifier for each in rate_everything(project, 5)]
        after = dict(pairwise(done))
        assert after.get("fish tank-2") != "fish tank-1"


def test_a_check_can_be_reopened_like_work(project: Project) -> None:
    choose(project)
    always(project)
    done = next(each for _ in range(12) for each in rate_everything(project, 5) if each.purpose == "check")
    before = done.annotator.submitted_count
    reopened = reopen_assignment(
        user=done.annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version
    )
    assert reopened.state == Assignment.State.IN_PROGRESS
    reopened.annotator.refresh_from_db()
    assert reopened.annotator.submitted_count != before
    assert Item.objects.get(pk=done.item_id).state == Item.State.WITHDRAWN


def test_what_is_being_rated_cannot_be_chosen(project: Project) -> None:
    begun = lease_rating(make_member(project))
    with pytest.raises(NotEditable, match="being rated"):
        choose(project, begun.item.identifier)


def test_a_choice_is_refused_with_its_reason(project: Project) -> None:
    with pytest.raises(DomainError, match="There is no"):
        choose(project, "cash cow-1")
    with pytest.raises(DomainError, match="two numbers"):
        choose(project, expected={"whole": (5, 4)})
    with pytest.raises(DomainError, match="at least one scale"):
        choose(project, expected={})
    choose(project)
    with pytest.raises(NotEditable, match="already"):
        choose(project)
    with pytest.raises(RoleRequired):
        choose(project, "gas tank-1", user=make_member(project).user)


def test_what_nobody_saw_goes_back_to_work_and_what_somebody_answered_stays(project: Project) -> None:
    operation = uuid4()
    known = choose(project, operation_id=operation)
    assert choose(project, operation_id=operation) is None
    assert known
    remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    assert Item.objects.get(pk=known.item_id).state == Item.State.OPEN
    choose(project)
    always(project)
    while not Assignment.objects.filter(purpose="check").exists():
        lease_rating(make_member(project))
    with pytest.raises(NotEditable, match="answered"):
        remove_known_rating(user=project.created_by, project=project, number=known.item.number)


def test_what_all_rated_is_given_out_no_more_when_one_of_them_is_excluded(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    first, second = make_member(project), make_member(project)
    for annotator in (first, second):
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            submit_rating(assignment, 3, 3, 5)
    known = choose(project)
    assert known
    ratings = sum(row.ratings for row in read_scores(project))
    exclude_annotator(user=project.created_by, project=project, annotator_id=second.pk, reason="Always 5.")
    assert sum(row.ratings for row in read_scores(project)) == ratings / 2, "the other's count as before"
    given = {each.item_id for each in rate_everything(project, 4)}
    assert len(given) == 3
    assert known.item_id not in given
    remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    assert {each.item_id for each in rate_everything(project, 4)} == {known.item_id}, "work again, with a place free"


def test_an_operation_id_chooses_one_item_only(project: Project) -> None:
    operation = uuid4()
    choose(project, operation_id=operation)
    with pytest.raises(DomainError, match="already used for a different action"):
        choose(project, "gas tank-1", operation_id=operation)


def test_the_page_and_the_api_choose_and_remove(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    page = reverse("idiomaticity:known_ratings", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "item": "gas tank-1", "use": "tutorial", "whole": "≥4", "explanation": "Gas."}
    assert client.post(page, {**sent, "whole": "much"}).status_code == 400
    assert client.post(page, sent).status_code == 302
    shown = client.get(page).content.decode()
    assert "4 or more" in shown
    listed = reverse("api:known-ratings", args=[project.slug])
    body = {"operation_id": str(uuid4()), "item": "oil tank-1", "use": "attention", "expected": {"whole": [4, 5]}}
    assert client.post(listed, body, content_type="application/json").status_code == 204
    rows = client.get(listed).json()["results"]
    assert [(row["identifier"], row["expected"]) for row in rows] == [
        ("gas tank-1", {"whole": [4, 5]}),
        ("oil tank-1", {"whole": [4, 5]}),
    ]
    assert client.delete(reverse("api:known-rating", args=[project.slug, rows[1]["number"]])).status_code == 204
    assert (
        client.post(reverse("idiomaticity:screening", args=[project.slug]), {"attention_share": 60}).status_code == 400
    )

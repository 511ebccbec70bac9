"""Exclusion of several annotators at once: whom a rule suggests, what changes, and the way back."""

from copy import deepcopy
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.annotator_quality.kinds import Rule, find_reasons
from annotation_site.annotator_quality.queries import ExclusionPreview, preview_exclusions
from annotation_site.assignments.models import Assignment, Item
from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.queries import list_bulk_exclusions
from annotation_site.exclusions.services import exclude_annotator, exclude_annotators, lift_exclusion, undo_exclusions
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.screening.annotator_quality import GivenRating, find_flags, measure_habits
from idiomaticity.screening.queries.annotator_quality import AnnotatorQuality
from idiomaticity.screening.queries.quality import RATING_QUALITY
from tests.factories import make_member
from tests.idiomaticity.making import bring_study, lease_rating, make_rating_project, submit_rating
from tests.running.module_rows import made_for_module

ITEMS = [f"{name} tank" for name in ("fish", "gas", "oil", "rain", "shark", "think")]
TEXT = "compound\tsentence\n" + "".join(f"{name}\tA {name}.\n" for name in ITEMS)
# Three who agree, one who says the opposite, and one who always says 5.
SCORES = {
    "w1": (0, 1, 2, 3, 4, 5),
    "w2": (0, 1, 2, 3, 5, 4),
    "w3": (5, 4, 3, 2, 1, 0),
    "w4": (5, 5, 5, 5, 5, 5),
    "w5": (0, 1, 3, 2, 4, 5),
}


def make_rated() -> Project:
    project = make_rating_project(text=TEXT)
    rows = [
        f"{item},1,whole,{name},{score}"
        for name, scores in SCORES.items()
        for item, score in zip(ITEMS, scores, strict=True)
    ]
    bring_study(project, "\n".join(["compound,sentence_number,scale,annotator,rating", *rows]).encode())
    return project


made = made_for_module(make_rated)


@pytest.fixture
def project(db: None, made: Project) -> Project:
    return deepcopy(made)


USUAL_RULE: Rule = {"rho": 0.2, "straight_lines": True}


def preview(project: Project, rule: Rule) -> ExclusionPreview:
    return preview_exclusions(RATING_QUALITY, project, rule)


def names(project: Project, rule: Rule) -> dict[str, list[str]]:
    return {one.row.annotator.pseudonym: list(one.reasons) for one in preview(project, rule).suggested}


def test_a_rule_says_whom_it_suggests_and_what_alpha_becomes(project: Project) -> None:
    assert names(project, USUAL_RULE) == {"D": ["6 identical in a row"], "C": ["ρ −1.00, below 0.2"]}
    assert names(project, {"straight_lines": True}).keys() == {"D"}
    assert names(project, {"rho": 0.2, "straight_lines": False}).keys() == {"C"}
    assert names(project, {"rho": None, "straight_lines": False}) == {}
    previewed = preview(project, USUAL_RULE)
    assert (previewed.items, previewed.of_items) == (12, 30)
    whole, every = previewed.changes
    assert (whole.name, every.name) == ("whole", "all")
    assert whole.before.value == pytest.approx(measure_alpha(*SCORES))
    assert whole.after.value == every.after.value == pytest.approx(measure_alpha("w1", "w2", "w5"))


def measure_alpha(*raters: str) -> float | None:
    """Return alpha as it follows from the pairs of values, not from sums."""
    rows = [(place, name, score) for name in raters for place, score in enumerate(SCORES[name])]
    return krippendorff_alpha(*(list(column) for column in zip(*rows, strict=True)), "ordinal").value


def test_failed_checks_and_low_competence_are_reasons_too() -> None:
    habits = measure_habits([GivenRating((1, 2, 3), ((0, 0),) * 3)], passed=1, failed=2)
    row = AnnotatorQuality(Membership(), habits, tuple(find_flags(habits)), None, competence=0.25)
    criteria = RATING_QUALITY.criteria
    reasons = find_reasons(criteria, row, {"straight_lines": False, "failed": 2, "competence": 0.3})
    assert reasons == ["2 of 3 attention items failed", "competence 0.25, below 0.3"]
    unknown = replace(row, competence=None)
    assert find_reasons(criteria, unknown, {**USUAL_RULE, "failed": 3, "competence": 0.3}) == []


def exclude(project: Project, *pseudonyms: str, **more: object) -> list[Exclusion]:
    known = {"user": project.created_by, "project": project, "reason": "ρ below 0.2", "operation_id": uuid4()}
    return exclude_annotators(**{**known, "annotators": pseudonyms, **more})  # type: ignore[arg-type]


def test_each_exclusion_stands_in_the_log_by_itself_and_all_are_undone_together(project: Project) -> None:
    step = uuid4()
    made = exclude(project, "C", "D", operation_id=step)
    assert exclude(project, "C", "D", operation_id=step) == made
    log = Operation.objects.of_project(project, "exclude_annotator")
    assert [(row.payload["annotator"], row.payload["batch"]) for row in log] == [("C", str(step)), ("D", str(step))]
    assert names(project, USUAL_RULE) == {}
    (listed,) = list_bulk_exclusions(project)
    assert (listed.batch, listed.annotators, listed.standing) == (str(step), ["C", "D"], 2)
    assert undo_exclusions(user=project.created_by, project=project, batch=step) == 2
    assert undo_exclusions(user=project.created_by, project=project, batch=step) == 0
    assert list_bulk_exclusions(project)[0].standing == 0
    assert names(project, USUAL_RULE).keys() == {"C", "D"}


def test_undo_leaves_alone_who_was_included_and_excluded_again(project: Project) -> None:
    step = uuid4()
    exclude(project, "C", "D", operation_id=step)
    again = {"user": project.created_by, "project": project, "annotator_id": project.memberships.get(pseudonym="C").pk}
    lift_exclusion(**again)
    exclude_annotator(**again, reason="A closer look.")
    assert undo_exclusions(user=project.created_by, project=project, batch=step) == 1
    assert list(Exclusion.objects.active(project).values_list("membership__pseudonym", flat=True)) == ["C"]


def test_all_or_none_are_excluded(project: Project) -> None:
    exclude(project, "C")
    with pytest.raises(NotEditable, match="excluded meanwhile"):
        exclude(project, "C", "D")
    with pytest.raises(DomainError, match="Not all of these"):
        exclude(project, "D", "Z")
    with pytest.raises(DomainError, match="reason"):
        exclude(project, "D", reason=" ")
    with pytest.raises(DomainError, match="1 to"):
        exclude(project)
    assert Exclusion.objects.active(project).count() == 1
    with pytest.raises(RoleRequired):
        exclude(project, "D", user=make_member(project).user)
    with pytest.raises(DomainError, match="no such bulk exclusion"):
        undo_exclusions(user=project.created_by, project=project, batch=uuid4())


@pytest.mark.django_db
def test_the_places_of_all_are_given_to_others_and_back() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\ngas tank\tA gas tank.\n")
    for score in (0, 5):
        annotator = make_member(project)
        for _ in range(2):
            submit_rating(lease_rating(annotator), 3, 3, score)
    assert set(Item.objects.filter(project=project).values_list("state", "assigned_count")) == {("annotated", 2)}
    step = uuid4()
    exclude(project, "A", "B", operation_id=step)
    assert set(Item.objects.filter(project=project).values_list("state", "assigned_count")) == {("open", 0)}
    undo_exclusions(user=project.created_by, project=project, batch=step)
    assert set(Item.objects.filter(project=project).values_list("state", "assigned_count")) == {("annotated", 2)}
    assert set(Assignment.objects.filter(item__project=project).values_list("purpose", flat=True)) == {"work"}


def test_the_page_shows_the_step_takes_it_and_takes_it_back(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:bulk_exclusion", args=[project.slug])
    page = client.get(address).content.decode()
    assert "6 identical in a row" in page
    assert 'value="ρ below 0.2, or straight-lining"' in page
    assert "12 <small>of 30</small>" in page
    assert "The rule suggests nobody." in client.get(address, {"rho": "-1"}).content.decode()
    assert client.get(address, {"rho": "2"}).status_code == 400
    sent = {"operation_id": str(uuid4()), "annotators": ["C"], "reason": "ρ below 0.2"}
    assert client.post(address, {**sent, "annotators": []}).status_code == 400
    assert "1 annotator was excluded" in client.post(address, sent, follow=True).content.decode()
    undo = reverse("idiomaticity:bulk_exclusion_undo", args=[project.slug])
    assert "Undo for 1" in client.get(address).content.decode()
    assert (
        "1 annotator was included again"
        in client.post(undo, {"batch": sent["operation_id"]}, follow=True).content.decode()
    )
    assert "incomplete" in client.post(undo, {"batch": "x"}, follow=True).content.decode()


def test_the_api_takes_the_same_steps(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:rating-exclusions", args=[project.slug])
    shown = client.get(address, {"rho": 0.2, "straight_lines": "true"}).json()
    assert [each["annotator"] for each in shown["suggested"]] == ["D", "C"]
    assert shown["changes"][0]["after"] == pytest.approx(measure_alpha("w1", "w2", "w5"), abs=1e-6)
    assert client.get(address, {"rho": 9}).status_code == 400
    step = {"operation_id": str(uuid4()), "annotators": ["C", "D"], "reason": "Rule."}
    made = client.post(address, step, content_type="application/json").json()
    assert [each["annotator"] for each in made] == ["C", "D"]
    undo = reverse("api:rating-exclusions-undo", args=[project.slug])
    sent = {"batch": step["operation_id"]}
    assert client.post(undo, sent, content_type="application/json").json() == {"lifted": 2}

"""Starting a compositionality project, its overview and its settings."""

from contextlib import nullcontext
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.projects.services.members import invite
from annotation_site.projects.services.projects import change_settings, publish_guideline
from annotation_site.web.exceptions import NotEditable
from idiomaticity.overview.queries import count_ratings
from idiomaticity.projects.wording import NAMES, find_wording
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.score_scale import PAPER_SCALE
from tests.factories import make_member, make_project, make_user
from tests.idiomaticity.crowd.entering import set_up
from tests.idiomaticity.making import bring_in, lease_rating, make_rating, make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields(**changes: object) -> dict[str, object]:
    values = {"name": "Compounds", "language": "pt", "level": "token", "annotators_per_item": 5, "spread": "even"}
    return {**values, "request_id": str(uuid4()), **changes}


def settings_of(project: Project, **changes: object) -> dict[str, object]:
    wording = find_wording(project.idiomaticity.language, {})
    texts = {name: getattr(wording, name) for name in NAMES}
    scale = {"scale-lowest": 0, "scale-highest": 5, "scale-step": 1, "scale-labels": ""}
    extra = {"extra-TOTAL_FORMS": 0, "extra-INITIAL_FORMS": 0}
    return {"name": project.name, "annotators_per_item": 2, "spread": "even", **texts, **scale, **extra, **changes}


def test_a_form_sent_twice_starts_one_project() -> None:
    client = signed_in(make_user(can_create_projects=True))
    sent = fields()
    first, second = (client.post(reverse("idiomaticity:new"), sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    project = Project.objects.get()
    assert (project.kind, project.idiomaticity.language) == ("idiomaticity", "pt")
    assert "From compounds to results" in markup_of(client.get(Project.objects.get().get_absolute_url()))


def test_the_home_page_leads_to_the_project() -> None:
    project = make_rating_project()
    page = markup_of(signed_in(project.created_by).get("/"))
    assert "6 items" in page
    assert f"/idiomaticity/{project.slug}/" in page


@pytest.mark.parametrize("page", ["overview", "settings", "import", "pairs", "assignments", "adjudication", "rounds"])
def test_pages_of_alignment_do_not_exist_for_it(page: str) -> None:
    project = make_rating_project()
    make_member(project, user=project.created_by)
    assert signed_in(project.created_by).get(reverse(f"alignment:{page}", args=[project.slug])).status_code == 404


@pytest.mark.parametrize("page", ["overview", "settings", "import", "assignments", "results"])
def test_its_pages_do_not_exist_for_an_alignment(page: str) -> None:
    project = make_project(pairs=1)
    make_member(project, user=project.created_by)
    assert signed_in(project.created_by).get(reverse(f"idiomaticity:{page}", args=[project.slug])).status_code == 404


def test_an_assignment_opens_on_the_page_of_its_kind_and_in_the_api_of_all() -> None:
    annotator = make_member(make_rating_project())
    assignment = lease_rating(annotator)
    client = signed_in(annotator.user)
    assert client.get(reverse("idiomaticity:rate", args=[assignment.pk])).status_code == 200
    assert client.get(reverse("alignment:annotate", args=[assignment.pk])).status_code == 404
    state = client.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    assert state["compound"]["compound"] == assignment.item.occurrence.compound.text


def test_the_questions_are_asked_in_the_projects_own_words() -> None:
    project = make_rating_project()
    client = signed_in(project.created_by)
    address = reverse("idiomaticity:settings", args=[project.slug])
    sent = settings_of(project, head_question="Would you call a {compound} a {head}?")
    assert client.post(address, sent).status_code == 302
    project.idiomaticity.refresh_from_db()
    assert list(project.idiomaticity.wording) == ["head_question"]
    annotator = make_member(project)
    assignment = lease_rating(annotator)
    compound = assignment.item.occurrence.compound
    page = markup_of(signed_in(annotator.user).get(reverse("idiomaticity:rate", args=[assignment.pk])))
    assert f"Would you call a {compound.text} a {compound.head}?" in page


def test_a_place_that_stands_for_nothing_is_refused() -> None:
    project = make_rating_project()
    address = reverse("idiomaticity:settings", args=[project.slug])
    answer = signed_in(project.created_by).post(address, settings_of(project, head_question="Is it {hed}?"))
    assert answer.status_code == 400
    assert "{hed} is not a placeholder" in markup_of(answer)


def test_the_number_of_ratings_is_fixed_once_one_is_given_out() -> None:
    project = make_rating_project()
    make_rating(make_member(project))
    address = reverse("idiomaticity:settings", args=[project.slug])
    client = signed_in(project.created_by)
    assert client.post(address, settings_of(project, annotators_per_item=9)).status_code == 302
    project.refresh_from_db()
    assert project.annotators_per_item == 2


def test_an_invitation_says_what_people_do_there() -> None:
    project = make_rating_project()
    _, secret = invite(user=project.created_by, project=project, role="annotator", days=7, use_limit=1)
    page = markup_of(Client().get(reverse("projects:invitation", args=[secret]), follow=True))
    assert "how compositional compounds are" in page
    assert "sentence pairs" not in page


def test_ratings_beyond_the_required_number_do_not_count_as_progress() -> None:
    """Two were given before one was enough."""
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\ngas tank\tA gas tank.\n")
    for _ in range(2):
        make_rating(make_member(project))
    Item.objects.filter(project=project, submitted_count__gt=0).update(required_count=1)
    ratings = count_ratings(project)
    assert ratings.given <= sum(Item.objects.filter(project=project).values_list("required_count", flat=True))
    assert ratings.given == Item.objects.filter(project=project, submitted_count__gt=0).count()


def test_progress_says_how_far_each_sentence_is() -> None:
    """Of a demo whose sentences have five of seven ratings, “0 of 30 have the required 7” looks broken."""
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\ngas tank\tA gas tank.\n")
    first, second = (make_member(project) for _ in range(2))
    client = signed_in(project.created_by)

    def read() -> str:
        page = markup_of(client.get(reverse("idiomaticity:overview", args=[project.slug])))
        return page.partition("Ratings required per item: ")[2].partition("</p>")[0]

    assert read() == "2. Items complete: 0 of 2. Ratings of the others so far: 0."
    make_rating(first)
    assert read() == "2. Items complete: 0 of 2. Ratings of the others so far: 0–1."
    for member in (first, second, second):
        make_rating(member)
    assert read() == "2. Items complete: 2 of 2."


@pytest.mark.parametrize("has_crowd", [False, True])
def test_an_import_of_compounds_leads_to_the_next_step(has_crowd: bool) -> None:
    project = make_rating_project(text="")
    publish_guideline(user=project.created_by, project=project, text="Decide like this.")
    job = bring_in(project, "compound\tsentence\nfish tank\tA fish tank.\n")
    if has_crowd:
        set_up(project)
    page = markup_of(signed_in(project.created_by).get(reverse("projects:job", args=[project.slug, job.pk])))
    route, label = (
        ("idiomaticity:crowd", "Open a crowd link") if has_crowd else ("projects:members", "Invite annotators")
    )
    assert f"Next: {label}" in page
    assert f'class="button primary" href="{reverse(route, args=[project.slug])}"' in page
    assert "Show results" not in page
    assert page.count("button primary") == 1


def extra_question(place: int, name: str, question: str, **changes: object) -> dict[str, object]:
    """Return the fields of one extra question as the form sends them."""
    values = {"name": name, "question": question, "low": "never heard", "high": "very well"}
    scale = {"lowest": 1, "highest": 7, "step": 1, "labels": "", "ORDER": place + 1}
    return {f"extra-{place}-{field}": value for field, value in {**values, **scale, **changes}.items()}


SEVEN = {"scale-lowest": 1, "scale-highest": 7, "scale-labels": "4 partly"}


def test_scale_and_extra_questions_are_set_by_hand_and_asked_in_their_order() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n")
    client = signed_in(project.created_by)
    address = reverse("idiomaticity:settings", args=[project.slug])
    two = {**extra_question(0, "confidence", "How sure are you?"), **extra_question(1, "familiarity", "Known before?")}
    sent = settings_of(project, **SEVEN, **two, **{"extra-TOTAL_FORMS": 2})
    assert client.post(address, sent).status_code == 302
    page = markup_of(client.get(reverse("idiomaticity:preview", args=[project.slug])))
    assert page.index("Known before?") > page.index("How sure are you?")
    assert page.count('value="7"') == 5 and "partly" in page
    # Exchanged, and the other one removed.
    two["extra-0-ORDER"], two["extra-1-ORDER"] = 2, 1
    known = {"extra-TOTAL_FORMS": 2, "extra-INITIAL_FORMS": 2}
    assert client.post(address, settings_of(project, **SEVEN, **two, **known)).status_code == 302
    project.idiomaticity.refresh_from_db()
    assert [each.name for each in project.idiomaticity.asked_beside] == ["familiarity", "confidence"]
    first = {**extra_question(0, "familiarity", "Known before?"), "extra-0-DELETE": "on"}
    second = extra_question(1, "confidence", "How sure are you?")
    assert client.post(address, settings_of(project, **SEVEN, **first, **second, **known)).status_code == 302
    annotator = make_member(project)
    assignment = lease_rating(annotator)
    rater = signed_in(annotator.user)
    page = markup_of(rater.get(reverse("idiomaticity:rate", args=[assignment.pk])))
    assert "How sure are you?" in page and "Known before?" not in page
    answers = {"head": 7, "modifier": 1, "whole": 4, "confidence": -1, "operation_id": str(uuid4()), "version": 0}
    assert rater.post(reverse("idiomaticity:submit", args=[assignment.pk]), answers).status_code == 302
    stored = Rating.objects.get(assignment=assignment)
    assert (stored.head, stored.extra) == (7, {"confidence": -1})


def test_a_slider_is_answered_without_a_script() -> None:
    project = make_rating_project(scale={"lowest": 0, "highest": 100})
    annotator = make_member(project)
    assignment = lease_rating(annotator)
    rater = signed_in(annotator.user)
    page = markup_of(rater.get(reverse("idiomaticity:rate", args=[assignment.pk])))
    assert 'type="number" name="head" min="0" max="100"' in page
    sent = {"head": 62, "modifier": "", "cannot_modifier": "1", "whole": 0, "operation_id": uuid4(), "version": 0}
    assert rater.post(reverse("idiomaticity:submit", args=[assignment.pk]), sent).status_code == 302
    stored = Rating.objects.get(assignment=assignment)
    assert (stored.head, stored.modifier, stored.whole) == (62, -1, 0)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"scale-highest": 0}, "Ensure this value is greater"),
        ({"scale-lowest": 5}, "lowest score is below its highest"),
        ({"scale-labels": "9 beyond"}, "a label for 9"),
        ({"scale-labels": "partly"}, "is not a label"),
        (extra_question(0, "head", "?"), "cannot be a name"),
        ({**extra_question(0, "known", "?"), **extra_question(1, "known", "?")}, "two questions called known"),
    ],
)
def test_questions_that_cannot_be_asked_are_refused_where_they_stand(changes: dict[str, object], sentence: str) -> None:
    project = make_rating_project(text="")
    total = sum(name.endswith("-name") for name in changes)
    sent = settings_of(project, **{**changes, "extra-TOTAL_FORMS": total})
    answer = signed_in(project.created_by).post(reverse("idiomaticity:settings", args=[project.slug]), sent)
    assert answer.status_code == 400
    assert sentence in markup_of(answer)


def test_questions_are_fixed_from_the_first_answer_on_and_the_form_says_why() -> None:
    project = make_rating_project()
    make_rating(make_member(project))
    address, client = reverse("idiomaticity:settings", args=[project.slug]), signed_in(project.created_by)
    page = markup_of(client.get(address))
    assert "after the first answer" in page and "head_question" not in page
    assert client.post(address, settings_of(project, **SEVEN, name="Renamed")).status_code == 302
    project.idiomaticity.refresh_from_db()
    assert project.idiomaticity.score_scale == PAPER_SCALE
    for changed in ({"scale": {"highest": 7}}, {"wording": {"head_low": "no"}}, {"extra_questions": []}):
        refused = changed != {"extra_questions": []}
        with pytest.raises(NotEditable) if refused else nullcontext():
            change_settings(user=project.created_by, project=project, **changed)


def test_a_scale_on_which_scores_were_imported_stays() -> None:
    project = make_rating_project()
    with pytest.raises(NotEditable, match="were imported on it"):
        change_settings(user=project.created_by, project=project, scale={"highest": 7})

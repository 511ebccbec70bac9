"""The first steps in a project of each kind: what a new one asks, its defaults, its checklist, its first item."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.checklist import Step, find_next, place_steps
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project, publish_guideline
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db
LANGUAGES = {
    "alignment": {"source_language": "Deutsch", "target_language": "English"},
    "idiomaticity": {"language": "Deutsch"},
    "expressions": {"language": "Deutsch"},
    "evaluation": {"source_language": "Deutsch", "target_language": "English"},
}
IMPORTS = {"alignment": "import", "idiomaticity": "import", "expressions": "import", "evaluation": "test_set_new"}
each_kind = pytest.mark.parametrize("kind", list(LANGUAGES))


@pytest.fixture
def user() -> User:
    return make_user(can_create_projects=True)


@pytest.fixture
def manager(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def tags_of(kind: str) -> dict[str, str]:
    return {name: {"Deutsch": "de", "English": "en"}[typed] for name, typed in LANGUAGES[kind].items()}


def open_form(client: Client, kind: str) -> Any:
    return client.get(reverse(f"{kind}:new"), follow=True).context["form"]


@each_kind
def test_a_new_project_asks_for_name_and_languages(manager: Client, kind: str) -> None:
    form = open_form(manager, kind)
    assert [field.name for field in form.list_required()] == ["name", *LANGUAGES[kind]]
    page = manager.get(reverse(f"{kind}:new"), follow=True).content.decode()
    before, folded = page.split("<summary>Change defaults</summary>")
    for field in form.list_defaults():
        assert f'name="{field.name}"' in folded and f'name="{field.name}"' not in before


@each_kind
def test_what_a_browser_sends_with_name_and_languages_alone_starts_a_project(manager: Client, kind: str) -> None:
    form = open_form(manager, kind)
    untouched = {field.name: field.value() or "" for field in form.list_defaults()}
    sent = {**untouched, **LANGUAGES[kind], "name": "Mine", "request_id": str(uuid4())}
    answer = manager.post(reverse(f"{kind}:new"), sent)
    project = Project.objects.get()
    assert answer["Location"] == reverse(f"{kind}:{IMPORTS[kind]}", args=[project.slug])
    assert manager.get(answer["Location"]).status_code == 200
    stored = find_kind(kind).read_settings(project)
    assert {name: stored[name] for name in LANGUAGES[kind]} == tags_of(kind)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (
            "alignment",
            "2 annotators per pair; order of pairs: finish started pairs first; scope: full text; gold policy: WAGS; "
            "no guidelines yet.",
        ),
        (
            "idiomaticity",
            "10 ratings per item; order: cover all items first; level: sentences rated separately; no guidelines yet.",
        ),
        (
            "expressions",
            "2 annotators per passage; order of passages: finish started passages first; categories: PARSEME 2.0; "
            "no guidelines yet.",
        ),
        ("evaluation", "3 annotators per expression; order of items: finish started items first; no guidelines yet."),
    ],
)
def test_the_sentence_about_the_defaults_says_what_a_project_gets(user: User, kind: str, sentence: str) -> None:
    form = find_kind(kind).form()
    assert form.describe_defaults() == sentence
    project = create_project(user=user, kind=kind, name="Mine", **tags_of(kind))
    stored = find_kind(kind).read_settings(project)
    initial = {field.name: field.field.initial for field in form.list_defaults() if field.name in stored}
    # Categories follow from the set that is chosen.
    initial.pop("categories", None)
    # Nothing is stored as what a field has for it: an empty text, or no.
    assert {name: stored[name] or None for name in initial} == {name: value or None for name, value in initial.items()}


@each_kind
def test_a_wrong_default_is_shown_unfolded(manager: Client, kind: str) -> None:
    sent = {**LANGUAGES[kind], "name": "Mine", "request_id": str(uuid4()), "annotators_per_item": "0"}
    page = manager.post(reverse(f"{kind}:new"), sent).content.decode()
    assert "<details open>" in page
    assert not Project.objects.exists()


@each_kind
def test_the_api_needs_name_and_languages_alone(manager: Client, kind: str) -> None:
    body = {"kind": kind, "name": "Mine", **tags_of(kind)}
    answer = manager.post("/api/v1/projects/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    for name in ("name", *LANGUAGES[kind]):
        lacking = {key: value for key, value in body.items() if key != name}
        refused = manager.post("/api/v1/projects/", lacking, content_type="application/json")
        assert refused.status_code == 400 and name in refused.content.decode()


@each_kind
def test_a_language_that_the_list_lacks_can_be_typed_in_every_kind(manager: Client, kind: str) -> None:
    form = open_form(manager, kind)
    untouched = {field.name: field.value() or "" for field in form.list_defaults()}
    sent = {**untouched, **dict.fromkeys(LANGUAGES[kind], "quz"), "name": "Mine", "request_id": str(uuid4())}
    assert manager.post(reverse(f"{kind}:new"), sent).status_code == 302
    stored = find_kind(kind).read_settings(Project.objects.get())
    assert {stored[name] for name in LANGUAGES[kind]} == {"quz"}


@each_kind
def test_the_checklist_begins_with_guidelines_then_text_and_leads_everywhere(
    manager: Client, user: User, kind: str
) -> None:
    project = create_project(user=user, kind=kind, name="Mine", **tags_of(kind))
    tasks = manager.get(project.get_absolute_url()).context["tasks"]
    assert (tasks[0].label, tasks[0].state, tasks[1].state) == ("Write guidelines", "next", "later")
    assert tasks[1].route == f"{kind}:{IMPORTS[kind]}"
    people = [task.label for task in tasks].index("Invite annotators")
    assert people > 1
    for task in tasks:
        if task.action:
            assert manager.get(reverse(task.route, args=[project.slug])).status_code == 200, task.label
    publish_guideline(user=user, project=project, text="Decide like this.")
    tasks = manager.get(project.get_absolute_url()).context["tasks"]
    assert (tasks[0].state, tasks[1].state) == ("done", "next")


def test_an_import_of_any_kind_offers_the_step_that_comes_next(manager: Client, user: User) -> None:
    for kind in LANGUAGES:
        project = create_project(user=user, kind=kind, name=kind, **tags_of(kind))
        tasks = manager.get(project.get_absolute_url()).context["tasks"]
        assert find_kind(kind).list_tasks(project) == tasks
        following = find_next(tasks)
        assert following is not None
        assert following.label == "Write guidelines"


def test_training_checks_and_suggestions_are_rows_where_the_kind_has_them(manager: Client, user: User) -> None:
    rows = {}
    for kind in LANGUAGES:
        project = create_project(user=user, kind=kind, name=kind, **tags_of(kind))
        tasks = manager.get(project.get_absolute_url()).context["tasks"]
        rows[kind] = [task.label for task in tasks if task.state == "optional"]
    assert rows == {
        "alignment": ["Add suggestions", "Set up training", "Set up checks"],
        "idiomaticity": ["Add known answers", "Show a machine’s scores", "Open a crowd link"],
        "expressions": [],
        "evaluation": ["Check attention"],
    }


def test_an_optional_step_is_never_next() -> None:
    steps = [Step("A", "", is_done=True), Step("B", "", is_done=False, is_optional=True), Step("C", "", is_done=False)]
    assert [task.state for task in place_steps(steps)] == ["done", "optional", "next"]


@each_kind
def test_an_annotator_of_an_empty_project_reads_why_there_is_no_item(client: Client, user: User, kind: str) -> None:
    project = create_project(user=user, kind=kind, name="Mine", **tags_of(kind))
    client.force_login(make_member(project).user)
    page = client.post(reverse(f"{kind}:assignments_next", args=[project.slug]), follow=True).content.decode()
    assert "Nothing to do yet" in page and find_kind(kind).no_work_yet in page
    assert "Start with the first item" not in client.get(project.get_absolute_url()).content.decode()


def test_an_annotator_for_whom_others_left_nothing_reads_so(client: Client) -> None:
    project = make_project(pairs=1)
    project.items.update(required_count=1, assigned_count=1)
    annotator = make_member(project)
    client.force_login(annotator.user)
    address = reverse("alignment:assignments_next", args=[project.slug])
    assert "No items are free for you at the moment." in client.post(address, follow=True).content.decode()
    assert "No items are free for you at the moment." in client.get(project.get_absolute_url()).content.decode()

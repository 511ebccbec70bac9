"""The settings of a project of any kind, which two people, or two tabs, change at the same time."""

import re
from typing import Any

import pytest
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse

from annotation_site.projects.fingerprints import keep_own_changes, take_fingerprints
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings
from annotation_site.web.exceptions import StaleVersion
from tests.annotation_site.assignments.desks import CASES
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
LAB = {"type": "organisation", "name": "Analytical Society"}


class Tab:
    """A page of settings that was opened at some time, and what it would send."""

    def __init__(self, project: Project) -> None:
        self.client = Client()
        self.client.force_login(project.created_by)
        self.address = reverse(f"{project.kind}:settings", args=[project.slug])
        answer = self.client.get(self.address)
        self.read(answer)
        assert f'value="{self.sent["opened"]}"' in answer.content.decode(), "the page carries what it was opened with"

    def read(self, answer: Any) -> None:
        form = answer.context["form"]
        parts = [form, getattr(form, "scale_form", None), *(getattr(form, "extra_forms", None) or ())]
        self.sent: dict[str, Any] = {}
        for part in filter(None, parts):
            self.sent |= _values(part)
        if getattr(form, "extra_forms", None) is not None:
            self.sent |= _values(form.extra_forms.management_form)

    def save(self, **changes: object) -> Any:
        answer = self.client.post(self.address, {**self.sent, **changes})
        if answer.status_code != 302:
            self.read(answer)
        return answer


def _values(form: BaseForm) -> dict[str, Any]:
    shown = {field.html_name: field.value() for field in form if field.name != "creators"}
    return {name: value for name, value in shown.items() if value is not None and value is not False}


def settings_now(project: Project) -> dict[str, Any]:
    kind = find_kind(project.kind)
    return kind.read_settings(Project.objects.select_related(project.kind).get(pk=project.pk))


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_tab_stores_only_what_was_changed_in_it(kind: str) -> None:
    project = CASES[kind].make()
    first, second = Tab(project), Tab(project)
    enter = {"creators-0-type": "organisation", "creators-0-name": LAB["name"], "creators-0-place": "1"}
    assert first.save(description="Ours.\r\nTwo lines.", spread="even", **enter).status_code == 302
    before = settings_now(project)
    assert second.save(name="New name").status_code == 302
    assert settings_now(project) == {**before, "name": "New name"}
    assert (before["description"], before["creators"]) == ("Ours.\r\nTwo lines.", [LAB])


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_setting_that_both_changed_is_refused_once_with_its_present_value(kind: str) -> None:
    project = CASES[kind].make()
    first, second = Tab(project), Tab(project)
    first.save(description="<Theirs>")
    answer = second.save(description="Mine", name="My name")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "have also been changed elsewhere" in page and "It is now “&lt;Theirs&gt;”." in page
    assert second.sent["description"] == "Mine" and second.sent["name"] == "My name", "what was typed stays"
    assert settings_now(project)["description"] == "<Theirs>" and settings_now(project)["name"] != "My name"
    assert second.save().status_code == 302
    assert settings_now(project)["description"] == "Mine" and settings_now(project)["name"] == "My name"


def test_the_same_change_twice_is_no_conflict() -> None:
    project = make_project()
    first, second = Tab(project), Tab(project)
    assert first.save(description="Same").status_code == second.save(description="Same").status_code == 302


def test_present_values_are_told_in_the_words_of_the_form() -> None:
    project = make_project(description="Text", annotators_per_item=3)
    tab = Tab(project)
    change_settings(
        user=project.created_by,
        project=project,
        description="",
        shows_feedback=True,
        spread="priority",
        gold_policy="och-ney",
        suggestion_control_share=20,
        creators=[LAB],
    )
    enter = {"creators-0-type": "organisation", "creators-0-name": "Another", "creators-0-place": "1"}
    answer = tab.save(description="Mine", spread="even", gold_policy="majority", suggestion_control_share=5, **enter)
    told = {name: errors[0] for name, errors in answer.context["form"].errors.items()}
    assert told["description"] == "Changed since you opened this page. It is now empty. To replace it, save again."
    assert "now “Doubtful pairs first”." in told["spread"] and "now “Och & Ney”." in told["gold_policy"]
    assert "now 20." in told["suggestion_control_share"] and f"now “{LAB['name']}”." in told["creators"]
    assert "shows_feedback" not in told


def test_texts_and_scales_of_questions_are_kept_one_by_one() -> None:
    project = make_rating_project(text="")
    first, second, third = Tab(project), Tab(project), Tab(project)
    extra = {"name": "known", "question": "Known?", "lowest": "0", "highest": "5", "step": "1"}
    added = {f"extra-0-{name}": value for name, value in extra.items()}
    asked = {"head_question": "Is it a {head}?", "scale-labels": "3 partly"}
    assert first.save(**asked, **added).status_code == 302
    assert second.save(head_low="never", **{"scale-highest": "7"}).status_code == 302
    now = settings_now(project)
    assert (now["wording"]["head_question"], now["wording"]["head_low"]) == ("Is it a {head}?", "never")
    assert now["scale"] == {"lowest": 0, "highest": 7, "step": 1, "labels": {"3": "partly"}}
    assert [each["name"] for each in now["extra_questions"]] == ["known"], (
        "the empty form of the other tab says nothing"
    )
    mine = {"head_question": "Mine?", "scale-highest": "9", "scale-labels": "4 half", **added, "extra-0-name": "mine"}
    answer = third.save(**mine)
    form = answer.context["form"]
    assert "It is now “Is it a {head}?”." in form.errors["head_question"][0]
    assert "It is now 7." in form.scale_form.errors["highest"][0]
    assert "It is now “3 partly”." in form.scale_form.errors["labels"][0]
    assert "It is now “known: Known?”." in str(form.non_field_errors())
    assert settings_now(project) == now
    assert third.save().status_code == 302
    assert settings_now(project)["wording"]["head_low"] == "never"
    assert settings_now(project)["scale"]["highest"] == 9


def test_adding_oneself_keeps_what_the_form_was_opened_with() -> None:
    project = make_project()
    first, second = Tab(project), Tab(project)
    first.save(description="Theirs")
    second.read(second.client.post(second.address, {**second.sent, "creators-me": "1"}))
    assert second.save(name="New name").status_code == 302
    assert settings_now(project)["description"] == "Theirs"


def test_a_program_that_names_settings_replaces_them(client: Client) -> None:
    project = make_project(description="Old")
    Tab(project).save(description="New")
    client.force_login(project.created_by)
    address = f"/api/v1/projects/{project.slug}/"
    answer = client.patch(address, {"description": "Newest"}, content_type="application/json")
    assert answer.json()["description"] == "Newest"


def test_line_ends_and_spaces_around_a_text_are_no_change() -> None:
    opened = take_fingerprints({"description": "a\nb\n", "name": "Name"})
    sent = {"description": "a\r\nb", "name": "Other"}
    assert keep_own_changes(opened, {"description": "c", "name": "Name"}, sent) == {"description": "c", "name": "Other"}


def test_what_nobody_fingerprinted_is_stored_as_sent() -> None:
    assert keep_own_changes("", {"name": "Before"}, {"name": "After"}) == {"name": "After"}
    assert keep_own_changes("nonsense = a=b=c", {"a": 1}, {"a": 1}) == {"a": 1}
    with pytest.raises(StaleVersion):
        keep_own_changes(take_fingerprints({"a": 1}), {"a": 2}, {"a": 3})


@pytest.mark.parametrize("kind", sorted(CASES))
def test_every_setting_that_may_change_stands_on_the_page(kind: str) -> None:
    """One that were missing would be set back by whoever saves the page."""
    project = CASES[kind].make()
    client = Client()
    client.force_login(project.created_by)
    answer = client.get(reverse(f"{kind}:settings", args=[project.slug]))
    page, form = answer.content.decode(), answer.context["form"]
    # A widget of several parts names them after the field.
    missing = [each.name for each in form.visible_fields() if not re.search(rf'name="{each.html_name}["_-]', page)]
    assert form.visible_fields() and not missing

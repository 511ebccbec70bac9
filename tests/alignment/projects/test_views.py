"""Starting a project, its overview by role, its settings."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import publish_guideline
from tests.factories import lease, make_member, make_project, make_reading, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields(**changes: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "name": "Europarl, rare words",
        "source_language": "it",
        "target_language": "en",
        "scope": "full",
        "annotators_per_item": 2,
        "spread": "overlap",
        "gold_policy": "wags",
        "guideline": "Link verbs with their auxiliaries.",
        **changes,
    }


def test_a_form_sent_twice_starts_one_project() -> None:
    client, sent = signed_in(make_user(can_create_projects=True)), fields()
    first, second = (client.post(reverse("alignment:new"), sent) for _ in range(2))
    project = Project.objects.get(name="Europarl, rare words")
    assert first["Location"] == second["Location"] == reverse("alignment:import", args=[project.slug])
    assert project.guidelines.get().text == "Link verbs with their auxiliaries."
    assert project.alignment.source_language == "it"
    assert client.get(first["Location"]).status_code == 200


def test_every_language_can_be_chosen() -> None:
    page = markup_of(signed_in(make_user(can_create_projects=True)).get(reverse("alignment:new"), follow=True))
    for name in ("Yoruba", "Chinese (simplified)", "Arabic", "Latin", "Quechua", "Persian", "Khmer", "Sinhala"):
        assert f'<option value="{name}">' in page


def test_a_language_that_the_list_lacks_is_typed_as_its_tag() -> None:
    client = signed_in(make_user(can_create_projects=True))
    wrong = client.post(reverse("alignment:new"), fields(source_language="Cuzco Quechua"))
    assert wrong.status_code == 400
    refusal = "“Cuzco Quechua” is not in the list of languages. Enter its language tag, such as grc, quz or ar-EG."
    assert refusal in markup_of(wrong)
    missing = client.post(reverse("alignment:new"), fields(source_language=""))
    assert "This field is required." in markup_of(missing)
    assert not Project.objects.exists()
    typed = fields(source_language="quz", target_language="ar-EG")
    assert client.post(reverse("alignment:new"), typed).status_code == 302
    settings = Project.objects.get().alignment
    assert (settings.source_language, settings.target_language) == ("quz", "ar-EG")


def test_a_form_that_is_gone_back_to_says_that_its_project_exists() -> None:
    client = signed_in(make_user(can_create_projects=True))
    opened = client.get(reverse("alignment:new"))
    page = client.get(opened["Location"])
    request_id = page.context["form"]["request_id"].value()
    assert client.get(opened["Location"]).context["form"]["request_id"].value() == request_id
    assert client.get(reverse("alignment:new"))["Location"] != opened["Location"]
    client.post(opened["Location"], fields(request_id=request_id))
    again = client.post(opened["Location"], fields(request_id=request_id, name="Another name"), follow=True)
    assert Project.objects.count() == 1
    assert "” with this form. No second project was created." in markup_of(again)


def test_pairs_that_nobody_has_begun_are_not_called_being_annotated() -> None:
    project = make_project(pairs=3)
    page = markup_of(signed_in(project.created_by).get(reverse("alignment:overview", args=[project.slug])))
    assert "<b>3</b> to annotate" in page
    assert "being annotated" not in page


def test_a_majority_of_two_is_refused_in_a_sentence() -> None:
    client = signed_in(make_user(can_create_projects=True))
    response = client.post(reverse("alignment:new"), fields(gold_policy="majority"))
    assert response.status_code == 400
    assert "The majority policy needs three or more annotators per pair." in markup_of(response)
    assert not Project.objects.exists()


def test_an_account_that_may_not_start_projects_is_told_so() -> None:
    assert signed_in(make_user()).get(reverse("alignment:new")).status_code == 403
    assert signed_in(make_user()).post(reverse("alignment:new"), fields()).status_code == 403


@pytest.mark.parametrize("route", ["overview", "settings", "import", "pairs", "release_new"])
def test_pages_do_not_exist_for_strangers_and_send_the_unknown_to_the_door(route: str) -> None:
    address = reverse(f"alignment:{route}", args=[make_project().slug])
    assert signed_in(make_user()).get(address).status_code == 404
    assert Client().get(address).status_code == 302


@pytest.mark.parametrize("route", ["settings", "import", "pairs", "release_new"])
@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.ADJUDICATOR])
def test_only_managers_manage(route: str, role: str) -> None:
    member = make_member(make_project(), role)
    address = reverse(f"alignment:{route}", args=[member.project.slug])
    assert signed_in(member.user).get(address).status_code == 403
    assert signed_in(member.project.created_by).get(address).status_code == 200


def test_the_managers_tasks_follow_the_state_of_the_project() -> None:
    project = make_project()
    client = signed_in(project.created_by)

    def states() -> list[str]:
        return [task.state for task in client.get(project.get_absolute_url()).context["tasks"]]

    assert states() == ["next", "later", *["optional"] * 3, "later", "later", "later", "later"]
    filled = make_project(project.created_by, pairs=2)
    publish_guideline(user=project.created_by, project=filled, text="Link words.")
    client_address = filled.get_absolute_url()
    annotators = [make_member(filled) for _ in range(2)]
    tasks = client.get(client_address).context["tasks"]
    assert [task.state for task in tasks] == ["done", "done", *["optional"] * 3, "done", "next", "later", "later"]
    for annotator, links in zip(annotators, ("0-0S", "0-0P"), strict=True):
        make_reading(annotator, links)
    tasks = client.get(client_address).context["tasks"]
    assert [task.state for task in tasks] == ["done", "done", *["optional"] * 3, "done", "underway", "next", "later"]
    assert tasks[7].sentence == "1 disagreement in 1 pair to decide."


def test_the_manager_sees_everybody_and_the_agreement() -> None:
    project = make_project(pairs=2)
    annotators = [make_member(project) for _ in range(2)]
    for annotator in annotators:
        make_reading(annotator)
    lease(annotators[0])
    response = signed_in(project.created_by).get(project.get_absolute_url())
    rows = response.context["annotators"]
    assert [(row["membership"].pseudonym, row["in_progress"]) for row in rows] == [("A", 1), ("B", 0)]
    assert all(row["membership"].last_action for row in rows)
    assert response.context["agreement"].both == 1
    assert response.context["pairs"].annotated == 1


def test_an_annotator_sees_their_own_progress_and_nobody_elses() -> None:
    project = make_project(pairs=2)
    annotator, other = make_member(project), make_member(project)
    make_reading(other)
    response = signed_in(annotator.user).get(project.get_absolute_url())
    page = markup_of(response)
    assert "Start with the first item" in page
    assert response.context["annotators"] is None
    assert "agreement" not in response.context
    assert str(other.user) not in page


def test_an_adjudicator_sees_how_much_waits() -> None:
    project = make_project(pairs=1)
    for links in ("0-0S", "0-0P"):
        make_reading(make_member(project), links)
    adjudicator = make_member(project, Role.ADJUDICATOR)
    page = markup_of(signed_in(adjudicator.user).get(project.get_absolute_url()))
    assert "Decide 1 disagreement in 1 pair" in page


def test_the_overview_costs_the_same_however_many_annotate(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    project = make_project(pairs=3)
    for _ in range(8):
        make_member(project)
    client = signed_in(project.created_by)
    client.get(project.get_absolute_url())
    with django_assert_max_num_queries(26):
        client.get(project.get_absolute_url())


def test_settings_change_what_may_change() -> None:
    project = make_project(pairs=1)
    client, address = signed_in(project.created_by), reverse("alignment:settings", args=[project.slug])
    sent = fields(name="New name", annotators_per_item=3, gold_policy="majority", spread="even")
    assert client.post(address, sent)["Location"] == address
    project = Project.objects.get(pk=project.pk)
    assert (project.name, project.annotators_per_item, project.alignment.gold_policy) == ("New name", 3, "majority")
    assert project.items.get().required_count == 3


def test_the_number_of_annotators_is_fixed_once_a_pair_is_given_out() -> None:
    project = make_project(pairs=1)
    lease(make_member(project))
    client, address = signed_in(project.created_by), reverse("alignment:settings", args=[project.slug])
    assert "Cannot be changed after the first pair was assigned, because pairs must be comparable." in markup_of(
        client.get(address)
    )
    assert client.post(address, fields(annotators_per_item=5)).status_code == 302
    assert Project.objects.get(pk=project.pk).annotators_per_item == 2

import pytest
from django.test import Client

from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import publish_guideline
from annotation_site.projects.views.guidelines import compare_lines
from annotation_site.web.exceptions import StaleVersion
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(client: Client) -> Project:
    made = make_project()
    client.force_login(made.created_by)
    return made


def publish(project: Project, text: str, change_note: str = "") -> None:
    publish_guideline(user=project.created_by, project=project, text=text, change_note=change_note)


def read(client: Client, project: Project, query: str = "") -> str:
    response = client.get(f"/projects/{project.slug}/guidelines/{query}")
    assert response.status_code == 200
    return response.content.decode()


def form(text: str, based_on: int, **more: object) -> dict[str, object]:
    return {"text": text, "change_note": "", "based_on": based_on, **more}


def test_without_guidelines_a_manager_is_asked_to_write_them(client: Client, project: Project) -> None:
    assert "Write guidelines" in read(client, project)


def test_without_guidelines_an_annotator_is_not_asked_to(client: Client, project: Project) -> None:
    client.force_login(make_member(project).user)
    page = read(client, project)
    assert "No guidelines yet" in page
    assert "Write guidelines" not in page


def test_the_current_version_is_shown_with_the_list_of_all(client: Client, project: Project) -> None:
    publish(project, "Link **every** word.")
    publish(project, "Link every *content* word.", "only content words")
    page = read(client, project)
    assert "<em>content</em>" in page
    assert "only content words" in page
    assert "?version=1" in page


def test_an_older_version_says_that_it_is_older(client: Client, project: Project) -> None:
    publish(project, "Old")
    publish(project, "New")
    page = read(client, project, "?version=1")
    assert "This is an earlier version" in page
    assert "<p>Old</p>" in page


def test_what_a_version_changed_is_shown(client: Client, project: Project) -> None:
    publish(project, "same\nold line")
    publish(project, "same\nnew line")
    page = read(client, project)
    assert "<del>old line</del>" in page
    assert "<ins>new line</ins>" in page


@pytest.mark.parametrize("version", ["3", "0", "-1", "x", "9" * 30, "²"])
def test_a_version_that_does_not_exist_is_not_found(client: Client, project: Project, version: str) -> None:
    publish(project, "Text")
    assert client.get(f"/projects/{project.slug}/guidelines/", {"version": version}).status_code == 404


def test_a_manager_publishes_the_next_version(client: Client, project: Project) -> None:
    publish(project, "First")
    address = f"/projects/{project.slug}/guidelines/new/"
    assert "First</textarea>" in client.get(address).content.decode()
    response = client.post(address, form("Second\r\nline", 1, change_note="why"))
    assert response["Location"] == f"/projects/{project.slug}/guidelines/"
    latest = project.guidelines.first()
    assert (latest.version, latest.text, latest.change_note) == (2, "Second\nline", "why")


def test_the_same_form_sent_twice_makes_one_version(client: Client, project: Project) -> None:
    address = f"/projects/{project.slug}/guidelines/new/"
    for _ in "twice":
        assert client.post(address, form("Only once", 0)).status_code == 302
    assert project.guidelines.count() == 1


def test_a_version_written_meanwhile_is_not_passed_over(client: Client, project: Project) -> None:
    publish(project, "First")
    publish(project, "Somebody else's second")
    address = f"/projects/{project.slug}/guidelines/new/"
    response = client.post(address, form("My second", 1))
    page = response.content.decode()
    assert response.status_code == 400
    assert "Version 2 was published while you were writing" in page
    assert "My second</textarea>" in page
    assert 'name="based_on" value="2"' in page
    assert client.post(address, form("My third", 2)).status_code == 302
    assert project.guidelines.first().version == 3


@pytest.mark.parametrize("text", ["", "   \n", "x" * 100_001])
def test_empty_and_endless_guidelines_are_refused(client: Client, project: Project, text: str) -> None:
    response = client.post(f"/projects/{project.slug}/guidelines/new/", form(text, 0))
    assert response.status_code == 400
    assert not project.guidelines.exists()


def test_the_preview_shows_the_text_and_publishes_nothing(client: Client, project: Project) -> None:
    fragment = client.post(f"/projects/{project.slug}/guidelines/preview/", {"text": "**bold** <script>"})
    assert "<strong>bold</strong> &lt;script&gt;" in fragment.content.decode()
    assert "<html" not in fragment.content.decode()
    page = client.post(f"/projects/{project.slug}/guidelines/new/", form("**bold**", 0, preview="yes"))
    assert "<strong>bold</strong>" in page.content.decode()
    assert not project.guidelines.exists()


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.ADJUDICATOR])
def test_others_read_and_are_not_offered_to_write(client: Client, project: Project, role: str) -> None:
    publish(project, "Text")
    client.force_login(make_member(project, role).user)
    assert "Write new version" not in read(client, project)


def test_the_service_tells_a_stale_writer_which_version_came_between(project: Project) -> None:
    publish(project, "First")
    with pytest.raises(StaleVersion, match="Version 1"):
        publish_guideline(user=project.created_by, project=project, text="Mine", based_on=0)


def test_the_comparison_leaves_equal_lines_out() -> None:
    before = "\n".join(str(number) for number in range(20))
    lines = list(compare_lines(before, before.replace("10", "ten")))
    assert [(line.kind, line.text) for line in lines] == [
        ("gap", ""),
        ("kept", "9"),
        ("removed", "10"),
        ("added", "ten"),
        ("kept", "11"),
    ]


def test_lines_that_look_like_a_comparison_are_taken_as_text() -> None:
    lines = list(compare_lines("--- a\n+++ b\n@@ c", "--- a\n+++ B\n@@ c"))
    assert [(line.kind, line.text) for line in lines[1:]] == [
        ("kept", "--- a"),
        ("removed", "+++ b"),
        ("added", "+++ B"),
        ("kept", "@@ c"),
    ]

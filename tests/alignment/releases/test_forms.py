"""The form on which a manager asks for a release, with the gold links under each policy."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from alignment.releases.jobs import preview_policies
from alignment.releases.views import releases
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project
from tests.alignment.releasing import make_release_of
from tests.alignment.rounds.two import Two
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.markup import markup_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project(client: Client) -> Project:
    """One pair read by three, on one link of which two of them agree and one is alone with another."""
    project = make_project(pairs=1, annotators_per_item=3, gold_policy="majority")
    for links in ("0-0S 1-2S", "0-0S 1-2S", "0-0S 2-1S"):
        make_reading(make_member(project), links)
    client.force_login(project.created_by)
    return project


def policies(client: Client, project: Project) -> dict[str, tuple[int, int, int]]:
    shown = client.get(f"/alignment/{project.slug}/release/").context["preview"]["rows"]
    return {row["policy"]: (row["sure"], row["possible"], row["dropped"]) for row in shown}


def test_links_are_counted_under_each_policy(client: Client, project: Project) -> None:
    assert policies(client, project) == {"wags": (1, 2, 0), "och-ney": (1, 2, 0), "majority": (2, 0, 1)}


def test_a_majority_of_two_is_not_counted(client: Client) -> None:
    two = make_project(pairs=1)
    for _ in range(2):
        make_reading(make_member(two))
    client.force_login(two.created_by)
    assert policies(client, two)["majority"] == (None, None, None)
    assert "needs three readings" in markup_of(client.get(f"/alignment/{two.slug}/release/"))


def test_the_form_counts_what_the_policy_will_settle_as_the_release_does(client: Client) -> None:
    two = Two()
    pair = make_pair(two.project)
    for annotator, links in ((two.a, "0-0S 1-1S"), (two.b, "0-0P 1-1P")):
        assert make_reading(annotator, links).item_id == pair.pk
    decide_links(
        user=two.manager, item_id=pair.pk, operation_id=uuid4(), version=0, decisions=[(0, 0, "open"), (1, 1, "S")]
    )
    two.open()
    client.force_login(two.manager)
    page = markup_of(client.get(f"/alignment/{two.project.slug}/release/"))
    assert "3 undecided (3 in a reconciliation round), 1 left open on purpose." in page
    assert "the gold policy settles the 3 disagreements on it." in page
    manifest = make_release_of(two.project).manifest
    assert (manifest["origins"]["policy"], manifest["counts"]["left_open"]) == (3 + 1, 1)
    released = markup_of(client.get(reverse("projects:release", args=[two.project.slug, 1])))
    assert "1 decided, 1 left open on purpose, 3 undecided" in released


def test_large_projects_are_counted_by_a_job(client: Client, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "PAIRS_AT_ONCE", 0)
    assert policies(client, project) == {}
    address = f"/alignment/{project.slug}/release/preview/"
    for _ in range(2):
        assert client.post(address, {"request_id": uuid4()}).status_code == 302
    job = Job.objects.get(kind="gold_preview")
    work_on(job.pk, preview_policies)
    assert policies(client, project)["majority"] == (2, 0, 1)


def test_what_the_manager_says_is_asked_of_the_job(client: Client, project: Project) -> None:
    asked = {
        "request_id": uuid4(),
        "licence": "other",
        "licence_text": "For research only.",
        "citation": "Doe 2026.",
        "without_readings": "on",
    }
    assert client.post(f"/alignment/{project.slug}/release/", asked).status_code == 302
    parameters = Job.objects.get(kind="release").parameters
    assert parameters["licence"] == {"id": "LicenseRef-other", "text": "For research only."}
    assert (parameters["citation"], parameters["separate_readings"]) == ("Doe 2026.", False)


@pytest.mark.parametrize(
    "asked",
    [
        {"licence": "other"},
        {"licence": "CC0-1.0", "licence_text": "but not for you"},
        {"licence": "MIT"},
        {"citation": "x" * 1001},
    ],
)
def test_a_licence_that_says_two_things_is_refused(client: Client, project: Project, asked: dict[str, str]) -> None:
    answer = client.post(f"/alignment/{project.slug}/release/", {"request_id": uuid4(), **asked})
    assert answer.status_code == 400
    assert not Job.objects.filter(kind="release").exists()


def test_the_licence_of_the_last_release_is_offered_again(client: Client, project: Project) -> None:
    make_release_of(project, licence="CC-BY-NC-4.0")
    form = client.get(f"/alignment/{project.slug}/release/").context["form"]
    assert form["licence"].value() == "CC-BY-NC-4.0"


def test_the_pair_says_why_each_link_is_gold(client: Client, project: Project) -> None:
    page = markup_of(client.get(f"/alignment/{project.slug}/pairs/1/"))
    assert "all agree" in page
    assert "majority" in page
    assert "no majority" in page
    decide = markup_of(client.get(f"/alignment/{project.slug}/adjudication/1/"))
    assert "Current gold links (policy: majority" in decide

"""Projects, pairs, imports, adjudication and releases through the API."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from alignment.adjudication.models import LinkDecision
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import cancel_job
from annotation_site.projects.models import Project, Role
from tests.factories import lease, make_member, make_project, make_reading, make_user

pytestmark = pytest.mark.django_db


def sign_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, address: str, **body: Any) -> Any:
    return client.post(f"/api/v1/{address}", body, content_type="application/json")


@pytest.fixture
def disputed() -> Project:
    """Two pairs, both read twice; the second reading of one differs in two cells of three, of the other in one."""
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    items = [make_reading(first, "0-0S 1-2S 2-1S").item_id for _ in range(2)]
    for _ in items:
        assignment = lease(second)
        links = "0-0P 1-2P 2-1S" if assignment.item_id == items[0] else "0-0P 1-2S 2-1S"
        make_reading(second, links)
    return project


def test_a_project_is_started_seen_and_changed() -> None:
    client = sign_in(make_user(can_create_projects=True))
    made = post(
        client,
        "projects/",
        kind="alignment",
        name="Idioms",
        source_language="en",
        target_language="it",
        guideline="Link.",
    )
    assert made.status_code == 201
    assert made.json()["roles"] == ["manager"]
    address = f"/api/v1/projects/{made.json()['slug']}/"
    changed = client.patch(address, {"annotators_per_item": 3, "gold_policy": "majority"}, "application/json")
    assert changed.status_code == 200
    assert client.get(address).json() == changed.json()
    assert (changed.json()["name"], changed.json()["gold_policy"]) == ("Idioms", "majority")
    refused = client.patch(address, {"annotators_per_item": 2}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_an_account_without_the_right_starts_no_project() -> None:
    refused = post(
        sign_in(make_user()), "projects/", kind="alignment", name="Idioms", source_language="en", target_language="it"
    )
    assert refused.status_code == 403


def test_the_list_of_projects_costs_the_same_however_long_it_is(django_assert_max_num_queries: Any) -> None:
    user = make_user(can_create_projects=True)
    for _ in range(4):
        make_project(user)
    client = sign_in(user)
    with django_assert_max_num_queries(6):
        assert client.get("/api/v1/projects/").json()["count"] == 4


def test_pairs_are_listed_with_text_and_state_in_pages(disputed: Project) -> None:
    client = sign_in(disputed.created_by)
    listed = client.get(f"/api/v1/projects/{disputed.slug}/items/?page_size=1").json()
    assert listed["count"] == 2
    assert listed["results"][0]["source_tokens"] == ["a", "black", "cat"]
    assert listed["results"][0]["state"] == "annotated"
    one = client.get(f"/api/v1/projects/{disputed.slug}/items/2/").json()
    assert one["number"] == 2
    assert client.get(f"/api/v1/projects/{disputed.slug}/items/?state=open").json()["count"] == 0


def test_the_queue_is_worst_first_and_its_pairs_show_pseudonyms_only(disputed: Project) -> None:
    client = sign_in(make_member(disputed, Role.ADJUDICATOR).user)
    queue = client.get(f"/api/v1/projects/{disputed.slug}/adjudication/").json()["results"]
    assert [row["disagreement_count"] for row in queue] == [2, 1]
    shown = client.get(f"/api/v1/projects/{disputed.slug}/adjudication/{queue[0]['number']}/")
    state = shown.json()
    assert [reading["annotator"] for reading in state["readings"]] == ["A", "B"]
    assert state["disagreements"] == [[0, 0], [1, 2]]
    for annotator in disputed.memberships.filter(role=Role.ANNOTATOR).select_related("user"):
        assert annotator.user.email not in shown.content.decode()
        assert annotator.user.name not in shown.content.decode()


def test_decisions_are_versioned_repeatable_and_finish_the_pair(disputed: Project) -> None:
    client = sign_in(make_member(disputed, Role.ADJUDICATOR).user)
    number = client.get(f"/api/v1/projects/{disputed.slug}/adjudication/").json()["results"][0]["number"]
    place, operation_id = f"projects/{disputed.slug}/adjudication/{number}/", str(uuid4())
    body = {"operation_id": operation_id, "version": 0, "decisions": [[0, 0, "S"]]}
    first = post(client, f"{place}decisions/", **body)
    assert (first.status_code, first.json()["version"]) == (200, 1)
    assert post(client, f"{place}decisions/", **body).json() == first.json()
    stale = post(client, f"{place}decisions/", operation_id=str(uuid4()), version=0, decisions=[[0, 0, "none"]])
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    adopted = post(client, f"{place}adopt/", operation_id=str(uuid4()), version=1, pseudonym="B")
    assert adopted.status_code == 200
    assert Item.objects.get(project=disputed, number=number).state == Item.State.ADJUDICATED
    assert set(LinkDecision.objects.values_list("decision", flat=True)) == {"P"}


def test_decisions_are_undone_one_after_another(disputed: Project) -> None:
    client = sign_in(make_member(disputed, Role.ADJUDICATOR).user)
    number = client.get(f"/api/v1/projects/{disputed.slug}/adjudication/").json()["results"][0]["number"]
    place = f"projects/{disputed.slug}/adjudication/{number}/"
    post(client, f"{place}decisions/", operation_id=str(uuid4()), version=0, decisions=[[0, 0, "S"]])
    post(client, f"{place}adopt/", operation_id=str(uuid4()), version=1, pseudonym="B")
    body = {"operation_id": str(uuid4()), "version": 2}
    undone = post(client, f"{place}undo/", **body)
    assert (undone.status_code, undone.json()["version"]) == (200, 3)
    assert post(client, f"{place}undo/", **body).json() == undone.json()
    state = client.get(f"/api/v1/{place}").json()
    assert [(row["source"], row["target"], row["decision"]) for row in state["decisions"]] == [(0, 0, "S")]
    assert Item.objects.get(project=disputed, number=number).state == Item.State.ANNOTATED
    stale = post(client, f"{place}undo/", operation_id=str(uuid4()), version=2)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert post(client, f"{place}undo/", operation_id=str(uuid4()), version=3).status_code == 200
    assert not LinkDecision.objects.exists()
    refused = post(client, f"{place}undo/", operation_id=str(uuid4()), version=4)
    assert (refused.status_code, refused.json()["detail"]) == (400, "There is no decision to undo.")


@pytest.mark.parametrize(
    "body",
    [
        {"decisions": [[0, 0, "X"]]},
        {"decisions": [[0, 0]]},
        {"decisions": "S"},
        {"decisions": [[2, 1, "S"]]},
        {"decisions": [[0, 0, "S"]], "note": 7},
        {"decisions": [[0, 0, "S"]], "note": "n" * 301},
    ],
)
def test_what_is_not_a_decision_is_refused(disputed: Project, body: dict[str, Any]) -> None:
    client = sign_in(disputed.created_by)
    address = f"projects/{disputed.slug}/adjudication/1/decisions/"
    assert post(client, address, operation_id=str(uuid4()), version=0, **body).status_code == 400
    assert not LinkDecision.objects.exists()


def test_a_pair_still_being_annotated_shows_no_readings() -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project))
    shown = sign_in(project.created_by).get(f"/api/v1/projects/{project.slug}/adjudication/1/")
    assert (shown.status_code, shown.json()["code"]) == (409, "not_editable")


def test_an_import_is_previewed_and_confirmed_once() -> None:
    project = make_project()
    client, place = sign_in(project.created_by), f"projects/{project.slug}/"
    file = SimpleUploadedFile("pairs.tsv", b"a cat\tun gatto\n")
    upload = client.post(f"/api/v1/{place}uploads/", {"file": file}).json()["id"]
    body = {"request_id": str(uuid4()), "uploads": [upload], "format": "tsv", "tokens": "spaces"}
    asked = post(client, f"{place}imports/", **body)
    assert (asked.status_code, asked.json()["state"]) == (202, "queued"), asked.json()
    assert post(client, f"{place}imports/", **body).json()["id"] == asked.json()["id"]
    early = post(client, f"{place}imports/{asked.json()['id']}/confirm/")
    assert (early.status_code, early.json()["code"]) == (409, "not_editable")
    counts = {"pairs": 1, "rejected": 0}
    Job.objects.filter(pk=asked.json()["id"]).update(
        state=Job.State.SUCCEEDED, result={"counts": counts, "format": "tsv"}
    )
    confirmed = [post(client, f"{place}imports/{asked.json()['id']}/confirm/") for _ in range(2)]
    assert [answer.status_code for answer in confirmed] == [202, 202]
    assert Job.objects.filter(kind="import").count() == 1


@pytest.mark.parametrize(
    "change",
    [{"uploads": [10**18]}, {"uploads": []}, {"uploads": "1"}, {"uploads": [10**30]}, {"format": "exe"},
     {"tokens": ""}, {"encoding": "\ud83d\ude00"}, {"encoding": "no-such"}, {"request_id": "1"},
     {"source_words": [["a"]]}],
)  # fmt: skip
def test_what_cannot_be_imported_is_refused(change: dict[str, Any]) -> None:
    project = make_project()
    client = sign_in(project.created_by)
    file = SimpleUploadedFile("pairs.tsv", b"a cat\tun gatto\n")
    upload = client.post(f"/api/v1/projects/{project.slug}/uploads/", {"file": file}).json()["id"]
    body = {"request_id": str(uuid4()), "uploads": [upload], "format": "tsv", "tokens": "spaces", **change}
    assert post(client, f"projects/{project.slug}/imports/", **body).status_code == 400
    assert not Job.objects.exists()


def test_a_release_is_asked_for_once_and_its_job_can_be_cancelled_and_retried(disputed: Project) -> None:
    client, body = sign_in(disputed.created_by), {"request_id": str(uuid4()), "note": "first"}
    asked = [post(client, f"projects/{disputed.slug}/releases/", **body) for _ in range(2)]
    assert [answer.status_code for answer in asked] == [202, 202]
    assert asked[0].json()["id"] == asked[1].json()["id"]
    place = f"projects/{disputed.slug}/jobs/{asked[0].json()['id']}/"
    assert post(client, f"{place}cancel/").json()["state"] == "cancelled"
    assert post(client, f"{place}cancel/").status_code == 409
    assert post(client, f"{place}retry/").json()["state"] == "queued"
    assert client.get(f"/api/v1/{place}").json()["kind"] == "release"


def test_jobs_of_another_project_are_not_found_under_ones_own(disputed: Project) -> None:
    other = make_project(disputed.created_by)
    client = sign_in(disputed.created_by)
    job = post(client, f"projects/{disputed.slug}/releases/", request_id=str(uuid4())).json()["id"]
    assert client.get(f"/api/v1/projects/{other.slug}/jobs/{job}/").status_code == 404
    cancel_job(user=disputed.created_by, job=Job.objects.get(pk=job))

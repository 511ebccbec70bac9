"""Expressions are found and reviewed through the API."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from tests.evaluation.finding.reviewing import a_file, address, decide, finish
from tests.evaluation.findings import PHRASES, SOURCE, TARGET, make_finding
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("worker")
def test_the_api_finds_and_reviews(project, client):
    def post(path: str, data: object) -> dict[str, object]:
        answer = client.post(f"/api/v1/projects/{project.slug}/{path}", data, content_type="application/json")
        assert answer.status_code < 300, answer.content
        return answer.json()

    def upload(name: str, text: str) -> int:
        answer = client.post(f"/api/v1/projects/{project.slug}/uploads/", {"file": a_file(name, text)})
        return int(answer.json()["id"])

    asked = {"request_id": str(uuid4()), "name": "Idioms", "format": "moses", "gap": 1}
    asked |= {"phrases": upload("p", PHRASES), "uploads": [upload("s", SOURCE), upload("t", TARGET)]}
    job = finish(Job.objects.get(pk=post("findings/", asked)["id"]))
    path = f"findings/{job.result['finding']}/"
    root = f"/api/v1/projects/{project.slug}/{path}"
    hits = client.get(f"{root}hits/").json()["results"]
    assert [(hit["phrase"], hit["line"], hit["spans"]) for hit in hits] == [
        ("break the ice", 1, [[3, 16]]),
        ("break the ice", 2, [[5, 18]]),
        ("walk off", 2, [[28, 38]]),
        ("walk off", 4, [[11, 21]]),
        ("walk off", 5, [[4, 10], [19, 22]]),
    ]
    decided = post(
        f"{path}hits/{hits[0]['id']}/decide/", {"operation_id": str(uuid4()), "verdict": "accepted", "seen": 0}
    )
    assert decided["verdict"] == "accepted"
    stale = client.post(
        f"{root}hits/{hits[0]['id']}/decide/",
        {"operation_id": str(uuid4()), "verdict": "rejected", "seen": 0},
        content_type="application/json",
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    phrase = hits[2]["phrase_id"]
    assert post(f"{path}phrases/{phrase}/decide/", {"operation_id": str(uuid4()), "verdict": "rejected"}) == {"hits": 3}
    detail = client.get(root).json()
    assert (detail["hits"], detail["accepted"], detail["rejected"], detail["precision"]) == (5, 1, 3, 0.25)
    assert detail["settings"]["gap"] == 1
    assert post(f"{path}decisions/{decided['seen']}/undo/", {}) == {"hits": 1}
    assert client.get(f"{root}hits/?verdict=accepted").json()["count"] == 0
    rows = client.get(f"{root}phrases/?state=done").json()["results"]
    assert [(row["phrase"], row["precision"]) for row in rows] == [("walk off", 0.0)]


def test_adjudicators_review_but_do_not_ask(project):
    finding = make_finding(project)
    client = Client()
    client.force_login(make_member(project, Role.ADJUDICATOR).user)
    assert client.get(address(finding)).status_code == 200
    assert decide(client, finding.hits.earliest("pk"), "accepted").status_code == 302
    assert client.get(reverse("evaluation:finding_new", args=[project.slug])).status_code == 403

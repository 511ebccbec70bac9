"""Pages and API of releases of compositionality."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project
from idiomaticity.adjudication.services import Verdict, adjudicate_compound
from idiomaticity.compounds.models import Compound
from idiomaticity.releases.jobs import build_release
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, make_rating, make_rating_project, make_study_release
from tests.markup import markup_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_page_says_what_is_missing_and_shows_what_was_made(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:release_new", args=[project.slug])
    for compound in Compound.objects.filter(project=project):
        adjudicate_compound(
            user=project.created_by,
            project=project,
            number=compound.number,
            version=0,
            verdict=Verdict(),
            operation_id=uuid4(),
        )
    assert "The study is complete." in markup_of(client.get(address))
    bring_in(project, "compound\tsentence\nfish tank\tA fish tank.\n")
    page = markup_of(client.get(address))
    assert "1 of 7 sentences have fewer ratings than required, 1 of them none." in page
    assert "1 compound has no class." in page
    form = {"request_id": str(uuid4()), "several_sentences": 3, "one_sentence": 2, "citation": "Us, 2026."}
    assert client.post(address, form).status_code == 302
    job = project.jobs.get(kind="compound_release")
    work_on(job.pk, build_release)
    shown = markup_of(client.get(reverse("projects:release", args=[project.slug, 1])))
    assert "Us, 2026." in shown
    assert "Krippendorff’s α" in shown
    assert "Release 1" in markup_of(client.get(reverse("projects:releases", args=[project.slug])))


def test_a_release_is_asked_for_by_api(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:releases", args=[project.slug])
    body = {"request_id": str(uuid4()), "paraphrases": {"one_sentence": 3}}
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 202
    job = project.jobs.get(pk=answer.json()["id"])
    assert job.parameters["paraphrases"] == {"several_sentences": 3, "one_sentence": 3}
    work_on(job.pk, build_release)
    listed = client.get(reverse("api:release", args=[project.slug, 1])).json()
    assert listed["manifest"]["format"] == "interlinea-compositionality/1"


def test_what_belongs_to_links_is_not_asked_of_ratings(client: Client) -> None:
    project = make_rating_project()
    make_rating(make_member(project))
    make_study_release(project)
    client.force_login(project.created_by)
    address = f"/api/v1/projects/{project.slug}/releases/1/"
    assert client.get(address).status_code == 200
    assert client.get(f"{address}datasheet/").status_code == 404
    assert client.post(f"{address}changes/", {"since": 1}, content_type="application/json").status_code == 404

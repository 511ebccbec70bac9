"""A collection in two languages is set up as NCTTI was (Garcia et al. 2021, 3.2), by the pages alone."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from idiomaticity.projects.wording import NAMES, find_wording
from tests.factories import make_user
from tests.idiomaticity.crowd.entering import come_in
from tests.idiomaticity.making import run_job

pytestmark = pytest.mark.django_db

TABLES = {
    "en": "compound\tsentence\nfish tank\tA fish tank leaked.\nfish tank\tThe fish tank is new.\n",
    "pt": "compound\tsentence\nmesa redonda\tHouve uma mesa redonda.\nmesa redonda\tA mesa redonda acabou.\n",
}
REQUIRED = {"en": 10, "pt": 5}


def start(client: Client, language: str) -> Project:
    sent = {"name": f"NCTTI {language}", "language": language, "level": "token", "spread": "even"}
    sent |= {"annotators_per_item": REQUIRED[language], "request_id": str(uuid4())}
    assert client.post(reverse("idiomaticity:new"), sent).status_code == 302
    return Project.objects.get(name=f"NCTTI {language}")


def bring(client: Client, project: Project) -> None:
    uploaded = SimpleUploadedFile("compounds.tsv", TABLES[project.idiomaticity.language].encode())
    sent = {"request_id": str(uuid4()), "content": "compounds", "uploads": uploaded}
    assert client.post(reverse("idiomaticity:import", args=[project.slug]), sent).status_code == 302
    looked = run_job(Job.objects.get(project=project, kind="compound_preview"))
    assert client.post(reverse("idiomaticity:import_confirm", args=[project.slug, looked.pk])).status_code == 302
    run_job(Job.objects.get(project=project, kind="compound_import"))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_collection_is_set_up_by_clicking(files_folder: object, language: str) -> None:
    client = Client()
    client.force_login(make_user(can_create_projects=True))
    project = start(client, language)
    bring(client, project)
    wording = find_wording(language, {})
    texts = {name: getattr(wording, name) for name in NAMES} | {"whole_question": "{compound} = {modifier} + {head}?"}
    scale = {"scale-lowest": 0, "scale-highest": 5, "scale-step": 1, "scale-labels": ""}
    shared = {"name": project.name, "annotators_per_item": REQUIRED[language], "spread": "even"}
    extra = {"extra-TOTAL_FORMS": 0, "extra-INITIAL_FORMS": 0}
    address = reverse("idiomaticity:settings", args=[project.slug])
    assert client.post(address, {**shared, **texts, **scale, **extra}).status_code == 302
    crowd = {"consent": "Você pode parar.", "limit_each": 2, "most_people": 412, "attempts": 1, "lists": ""}
    crowd["forget_on"] = (timezone.localdate() + timedelta(days=90)).isoformat()
    answer = client.post(reverse("idiomaticity:crowd", args=[project.slug]), crowd)
    assert answer.status_code == 302, answer.context["form"].errors
    native = client.get(reverse("idiomaticity:questionnaire_edit", args=[project.slug]), {"native-language": ""})
    sent = {each.html_name: each.value() or "" for each in native.context["questions"][0]}
    sent |= {"moment": "start", "question-TOTAL_FORMS": 1, "question-INITIAL_FORMS": 0}
    sent["question-0-is_required"] = "on"
    del sent["question-0-DELETE"]
    address = reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    assert client.post(address, sent).status_code == 302
    assert client.post(reverse("idiomaticity:crowd_open", args=[project.slug])).status_code == 302

    rater, _ = come_in(project)
    asked = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert rater.get(reverse("idiomaticity:crowd_home", args=[project.slug]))["Location"] == asked
    assert rater.post(asked, {"native_language": language}).status_code == 302
    page = rater.post(reverse("idiomaticity:assignments_next", args=[project.slug]), follow=True)
    words = {"en": "fish tank = fish + tank?", "pt": "mesa redonda = redonda + mesa?"}
    text = page.content.decode()
    assert words[language] in text
    assert text.count('name="paraphrase_') == 3

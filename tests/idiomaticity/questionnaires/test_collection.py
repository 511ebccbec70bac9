"""A collection in two languages is set up as NCTTI was (Garcia et al. 2021, 3.2), by the pages alone."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.lists.queries import read_lists
from idiomaticity.projects.wording import NAMES, find_wording
from tests.factories import make_user
from tests.idiomaticity.crowd.entering import come_in
from tests.idiomaticity.making import run_job
from tests.markup import markup_of
from tests.round_trips.page_forms import read_forms

pytestmark = pytest.mark.django_db

SENTENCES = {
    "en": ("A {} leaked.", "The {} is new.", "They sold the {}."),
    "pt": ("Houve uma {}.", "A {} acabou.", "Vi outra {}."),
}
COMPOUNDS = {
    "en": ("fish tank", "gas tank", "oil tank", "rain tank", "wine tank"),
    "pt": ("mesa redonda", "caixa preta", "roda viva", "mesa posta", "porta aberta"),
}
REQUIRED = {"en": 10, "pt": 5}
REPEATS = 2
# The rule of the paper is 3 and 2: here, five answers in all are wanted.
RULE = {"several_sentences": 5, "one_sentence": 2}


def start(client: Client, language: str) -> Project:
    sent = {"name": f"NCTTI {language}", "language": language, "level": "token", "spread": "even"}
    sent |= {"annotators_per_item": REQUIRED[language], "request_id": str(uuid4())}
    assert client.post(reverse("idiomaticity:new"), sent).status_code == 302
    return Project.objects.get(name=f"NCTTI {language}")


def bring(client: Client, project: Project) -> None:
    language = project.idiomaticity.language
    rows = [f"{name}\t{text.format(name)}\n" for name in COMPOUNDS[language] for text in SENTENCES[language]]
    uploaded = SimpleUploadedFile("compounds.tsv", ("compound\tsentence\n" + "".join(rows)).encode())
    sent = {"request_id": str(uuid4()), "content": "compounds", "uploads": uploaded}
    assert client.post(reverse("idiomaticity:import", args=[project.slug]), sent).status_code == 302
    looked = run_job(Job.objects.get(project=project, kind="compound_preview"))
    assert client.post(reverse("idiomaticity:import_confirm", args=[project.slug, looked.pk])).status_code == 302
    run_job(Job.objects.get(project=project, kind="compound_import"))


def check(client: Client, project: Project, item: str) -> None:
    """Make an item an attention item, one in each list."""
    sent = {"operation_id": str(uuid4()), "item": item, "use": "attention", "whole": "0-5"}
    address = reverse("idiomaticity:known_ratings", args=[project.slug])
    assert client.post(address, sent).status_code == 302
    sent = {"attention_share": 25, "pass_mark": 70}
    assert client.post(reverse("idiomaticity:screening", args=[project.slug]), sent).status_code == 302


def rate_all(rater: Client, project: Project) -> tuple[Counter[str], str]:
    """Rate on the pages until nothing is left; return the purposes with their number, and the last page."""
    purposes: Counter[str] = Counter()
    answers = {"head": 3, "modifier": 2, "whole": 4, "paraphrase_1": "um tanque", "paraphrase_2": "a tub"}
    page = rater.post(reverse("idiomaticity:assignments_next", args=[project.slug]), follow=True)
    while "assignment" in page.context:
        given = Assignment.objects.get(pk=page.context["assignment"].pk)
        purposes[given.purpose] += 1
        sent = {"operation_id": str(uuid4()), "version": given.version, **answers}
        page = rater.post(reverse("idiomaticity:submit", args=[given.pk]), sent, follow=True)
    return purposes, markup_of(page)


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
    check(client, project, f"{COMPOUNDS[language][-1]}-1")
    crowd = {"consent": "Você pode parar.", "limit_each": 5, "most_people": 412, "attempts": 1, "lists": "apart"}
    crowd["repeats"] = REPEATS
    crowd["forget_on"] = (timezone.localdate() + timedelta(days=90)).isoformat()
    answer = client.post(reverse("idiomaticity:crowd_settings", args=[project.slug]), crowd)
    assert answer.status_code == 302, answer.context["form"].errors
    address = reverse("idiomaticity:questionnaire_edit", args=[project.slug])
    page = markup_of(client.get(address))
    for sent in ({"add": "native-language"}, {}):
        [form] = [form for form in read_forms(page) if "moment" in form.names]
        answer = client.post(address, form.sent() | sent)
        page = markup_of(answer)
    assert answer.status_code == 302
    assert client.post(reverse("idiomaticity:crowd_open", args=[project.slug])).status_code == 302

    rater, _ = come_in(project)
    asked = reverse("idiomaticity:questionnaire", args=[project.slug])
    assert rater.get(reverse("idiomaticity:crowd_home", args=[project.slug]))["Location"] == asked
    assert rater.post(asked, {"native_language": language}).status_code == 302
    page = rater.post(reverse("idiomaticity:assignments_next", args=[project.slug]), follow=True)
    compound = page.context["state"]["compound"]
    text = markup_of(page)
    assert "{compound} = {modifier} + {head}?".format(**compound) in text
    assert text.count('name="paraphrase_') == 3
    purposes, text = rate_all(rater, project)
    assert (purposes["repeat"], purposes["check"], purposes["work"] in (4, 5)) == (REPEATS, 1, True)
    worker = CrowdWorker.objects.get(call=project.pk)
    assert worker.completion_code in text
    assert {row.repeats for row in read_lists(project)} == {REPEATS}
    people = markup_of(client.get(reverse("idiomaticity:crowd", args=[project.slug])))
    assert "Repeat consistency" in people
    assert f'100.0 % <span class="quiet">of {3 * REPEATS},</span> ±0.000' in people

    number = Compound.objects.filter(project=project, occurrences__item__assignments__isnull=False).first().number
    shown = markup_of(client.get(reverse("idiomaticity:compound", args=[project.slug, number]), RULE))
    assert "um tanque" in shown
    released = {"request_id": str(uuid4()), **RULE, "licence": "CC-BY-4.0"}
    answer = client.post(reverse("idiomaticity:release_new", args=[project.slug]), released)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Job.objects.get(project=project, kind="compound_release").parameters["paraphrases"] == RULE

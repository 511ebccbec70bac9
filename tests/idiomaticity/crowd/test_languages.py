"""A study speaks one language: no page that a participant meets has an English word of ours."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.questionnaires.services import set_up_questionnaire
from idiomaticity.screening.services.known_ratings import add_known_rating
from tests.annotation_site.languages.english import find_english
from tests.idiomaticity.crowd.entering import link_of, set_up
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NAMES = ("A", "B", "C", "D", "E")
# Words of the study itself, in no language: all that is left on a page is ours.
ROWS = "".join(f"xu{name} zo{name}\tQa xu{name} zo{name} va.\n" for name in NAMES)


def make_study(language: str) -> Project:
    project = make_rating_project(
        text="compound\tsentence\n" + ROWS, language=language, name="Zu", annotators_per_item=9
    )
    known = {"user": project.created_by, "project": project}
    for name, use in (("A", "tutorial"), ("B", "qualification")):
        add_known_rating(**known, item=f"xu{name} zo{name}-1", use=use, expected={"whole": (4, 5)}, explanation="Vu.")
    set_up(project, consent="Vu.", limit_each=2, most_people=2, attempts=2, forget_on=timezone.localdate() + DAY)
    open_crowd(**known, is_open=True)
    asked = [{"name": "va", "kind": "choice", "text": "Vu?", "choices": ["Xa", "Xo"], "is_required": True}]
    set_up_questionnaire(**known, questions=asked, debriefing="Vu.")
    return project


class Walk:
    """A participant's way through the study, each page of which is read."""

    def __init__(self, project: Project, language: str) -> None:
        self.client, self.project, self.language = Client(), project, language
        self.pages = 0

    def look(self, address: str, status: int = 200, **sent: object) -> str:
        """Return a page on which no English word was found."""
        answer = self.client.post(address, sent, follow=True) if sent else self.client.get(address, follow=True)
        page = answer.content.decode()
        assert answer.status_code == status, address
        assert f'<html lang="{self.language}" dir="ltr">' in page, address
        assert find_english(page, self.language) == [], address
        self.pages += 1
        return page

    def submit(self, whole: int, status: int = 200, **changes: object) -> str:
        worker = CrowdWorker.objects.get()
        assignment = Assignment.objects.get(annotator=worker.membership, state="in_progress")
        sent = {"operation_id": uuid4(), "version": assignment.version, "head": 1, "modifier": 2, "whole": whole}
        return self.look(reverse("idiomaticity:submit", args=[assignment.pk]), status, **{**sent, **changes})


@pytest.mark.parametrize("language", ["pt", "fr", "de", "es", "it"])
def test_no_page_of_a_participant_has_an_english_word(language: str) -> None:
    walk = Walk(project := make_study(language), language)
    walk.look(link_of(project))
    entry = walk.client.session["crowd_entry"]
    consent, home = reverse("idiomaticity:crowd_consent"), reverse("idiomaticity:crowd_home", args=[project.slug])
    walk.look(consent, status=400, entry_id=entry["entry_id"], version=1)
    walk.look(consent, status=409, entry_id=uuid4(), version=1, agrees="on")
    walk.look(consent, entry_id=entry["entry_id"], version=1, agrees="on")
    go_on = reverse("idiomaticity:assignments_next", args=[project.slug])
    questionnaire = reverse("idiomaticity:questionnaire", args=[project.slug])
    walk.look(questionnaire, status=400, va="")
    walk.look(questionnaire, va="Xa")
    for whole in (5, 0, 5):  # the tutorial, a test that fails, and one that does not
        walk.look(go_on, start="yes")
        walk.submit(whole)
        walk.look(home)
    walk.look(go_on, start="yes")
    first = Assignment.objects.get(state="in_progress")
    page = reverse("idiomaticity:rate", args=[first.pk])
    walk.look(reverse("idiomaticity:comment", args=[first.pk]), text="Vu.", operation_id=uuid4())
    walk.client.get(page)
    walk.look(reverse("idiomaticity:skip", args=[first.pk]), status=400, operation_id=uuid4(), version=first.version)
    first.refresh_from_db()
    refused = {"operation_id": uuid4(), "version": first.version, "head": 1}
    walk.look(reverse("idiomaticity:submit", args=[first.pk]), status=400, **refused)
    walk.submit(4, paraphrase_1="-", status=400)
    walk.look(
        reverse("idiomaticity:submit", args=[first.pk]),
        status=409,
        **{**refused, "version": 999, "whole": 3, "modifier": 1},
    )
    walk.submit(4)
    walk.look(home)
    walk.look(go_on, start="yes")
    assert CrowdWorker.objects.get().membership.submitted_count in (1, 2)
    while Assignment.objects.filter(state="in_progress").exists():
        walk.submit(3)
    done = walk.look(home)
    assert CrowdWorker.objects.get().completion_code in done
    submitted = Assignment.objects.filter(purpose="work").first()
    assert submitted
    walk.look(reverse("idiomaticity:rate", args=[submitted.pk]))
    walk.look(reverse("projects:account"), status=403)
    walk.look(reverse("idiomaticity:settings", args=[project.slug]), status=403)
    walk.look("/nowhere/", status=404)
    assert walk.pages > 20

"""Annotators' pages about their own work, of each kind of project, in their language; managers read English."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product

import pgtrigger
import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from alignment.annotator_quality.queries.counts import refresh_annotator_quality
from alignment.training.models import TrainingRun
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.projects.models import Membership, Project
from tests.annotation_site.languages.english import LANGUAGES, find_english
from tests.evaluation.judgements import answer, lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.expressions.making import make_passage_project, submit_marks
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project

pytestmark = pytest.mark.django_db


def align() -> Membership:
    """Make an annotator of two weeks, one without a time, who has been trained."""
    project = make_project(pairs=2)
    annotator = make_member(project)
    earlier, _ = make_reading(annotator), make_reading(annotator)
    with pgtrigger.ignore("projects.Submission:append_only"):
        moved = Submission.objects.filter(assignment=earlier)
        moved.update(created_at=moved.get().created_at - timedelta(days=14))
    Assignment.objects.filter(annotator=annotator).update(active_at=None)
    refresh_annotator_quality(list(Item.objects.filter(project=project)))
    TrainingRun.objects.create(annotator=annotator, number=1, state="failed", threshold=80, agr=0.5)
    return annotator


def rate() -> Membership:
    annotator = make_member(make_rating_project())
    make_rating(annotator)
    return annotator


def mark() -> Membership:
    """Make an annotator of passages of two weeks."""
    annotator = make_member(make_passage_project())
    earlier = submit_marks(annotator)
    for _ in range(2):
        submit_marks(annotator, ([1, 2], "VID"))
    moved = Assignment.objects.filter(pk=earlier)
    moved.update(submitted_at=F("submitted_at") - timedelta(days=14))
    return annotator


def judge() -> Membership:
    project = make_evaluation_project()
    annotator = make_member(project)
    make_round(project, make_test_set(project), name="Zi")
    answer(lease_judgement(annotator))
    return annotator


MAKERS: dict[str, Callable[[], Membership]] = {
    "alignment:annotator_quality_detail": align,
    "idiomaticity:annotator_quality_detail": rate,
    "expressions:annotator_quality_detail": mark,
    "evaluation:judging_annotator_quality_detail": judge,
}
EMPTY: dict[str, Callable[[], Project]] = {
    "alignment:annotator_quality_detail": make_project,
    "idiomaticity:annotator_quality_detail": make_rating_project,
    "expressions:annotator_quality_detail": make_passage_project,
    "evaluation:judging_annotator_quality_detail": make_evaluation_project,
}


def look(user: User, route: str, annotator: Membership) -> str:
    client = Client()
    client.force_login(user)
    return client.get(reverse(route, args=[annotator.project.slug, annotator.pk])).content.decode()


@pytest.mark.parametrize("route", MAKERS)
def test_a_page_about_one_s_own_work_has_no_english_word(route: str) -> None:
    for annotator, language in product((MAKERS[route](), make_member(EMPTY[route]())), LANGUAGES):
        User.objects.filter(pk=annotator.user_id).update(language=language, name="Zo")
        Project.objects.filter(pk=annotator.project_id).update(name="Zu")
        page = look(User.objects.get(pk=annotator.user_id), route, annotator)
        assert f'<html lang="{language}" dir="ltr">' in page
        assert find_english(page, language) == []


def test_the_plot_of_one_s_own_work_is_a_file_in_one_s_language() -> None:
    annotator = align()
    User.objects.filter(pk=annotator.user_id).update(language="de")
    client = Client()
    client.force_login(User.objects.get(pk=annotator.user_id))
    address = reverse("alignment:annotator_quality_plot", args=[annotator.project.slug, annotator.pk, "habits"])
    plot = client.get(address).content.decode()
    assert '<title id="habits-title">Kennzeichnungen nach Woche</title>' in plot
    assert "Sichere Verbindungen" in plot
    assert find_english(plot, "de") == []


@pytest.mark.parametrize("route", MAKERS)
def test_a_manager_reads_about_annotators_and_about_oneself_in_english(route: str) -> None:
    annotator = MAKERS[route]()
    manager = annotator.project.created_by
    User.objects.filter(pk=manager.pk).update(language="fr")
    own = make_member(annotator.project, user=User.objects.get(pk=manager.pk))
    for each in (annotator, own):
        assert '<html lang="en-gb" dir="ltr">' in look(User.objects.get(pk=manager.pk), route, each)

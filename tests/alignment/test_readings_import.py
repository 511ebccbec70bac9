"""A finished campaign comes in as its annotators' work, and nobody can sign in as one of them."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from alignment.services.agreement_recount import recount_agreement
from alignment.services.readings_import import AnnotatorFile, import_readings
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Assignment, Item, Project
from evaluation.sources import read_agreement
from tests.factories import make_pair, make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db

FIRST = "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
SECOND = "# sentence pair 1\nun gatto\nNULL ({ 1 / / }) a ({ / / }) cat ({ p2 / / })\n"


def bring_in(project: Project, *texts: str, alignment_format: str = "giza-sp") -> list:
    files = [AnnotatorFile(f"{number}.txt", text.splitlines()) for number, text in enumerate(texts)]
    return import_readings(user=project.created_by, project=project, files=files, alignment_format=alignment_format)


def test_each_file_becomes_one_annotators_submissions():
    project = make_project()
    members = bring_in(project, FIRST, SECOND)
    item = Item.objects.get(project=project)
    assert [member.pseudonym for member in members] == ["A", "B"]
    assert (item.state, item.submitted_count, item.sentence_pair.target_tokens) == ("annotated", 2, ["un", "gatto"])
    first, second = Assignment.objects.filter(item=item).order_by("annotator")
    assert first.submissions.get().reading["sure"] == "0-0 1-1"
    assert second.submissions.get().reading == {
        "sure": "",
        "possible": "1-1",
        "unaligned_source": [0],
        "unaligned_target": [0],
    }
    assert recount_agreement(project) == []


def test_nobody_can_sign_in_as_an_imported_annotator():
    (member,) = bring_in(make_project(), FIRST)
    assert not member.user.is_active
    assert not member.user.has_usable_password()
    assert member.user.email.endswith(".invalid")


def test_our_own_format_fills_pairs_that_are_here():
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    line = '{"id": "pair-1", "sure": "0-0 1-1"}'
    bring_in(project, line, line, alignment_format="jsonl")
    report = read_agreement(project)
    assert report is not None
    assert report.pooled.figures["both"].value == 1


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ((FIRST, SECOND.replace("gatto", "cane")), "another sentence pair"),
        ((FIRST, ""), "has 0 pairs"),
        ((FIRST, SECOND.replace("p2", "p3")), "points to target token 3"),
        (("",), "no sentence pair"),
    ],
)
def test_files_that_do_not_fit_leave_nothing_behind(texts, reason):
    project = make_project()
    with pytest.raises(DomainError, match=reason):
        bring_in(project, *texts)
    assert not project.memberships.exclude(pseudonym="").exists()
    assert not project.items.exists()


def test_a_null_token_does_not_come_into_a_project_without():
    with pytest.raises(DomainError, match="project of their own"):
        bring_in(make_project(pairs=1), FIRST)


def test_a_file_that_is_not_there_is_said():
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_readings", make_project().slug, "nowhere.txt")


def test_three_annotators_of_rte2_give_the_known_figures_on_the_page():
    folder = shared("data/alignment/rte2-three-annotators")
    project = make_project()
    said = StringIO()
    paths = [str(folder / f"RTE2_test_{name}.align.txt") for name in "ABC"]
    call_command("import_readings", project.slug, *paths, stdout=said)
    assert "C  RTE2_test_C.align.txt  800 pairs" in said.getvalue()
    report = read_agreement(project)
    assert report is not None
    rows = report.annotator_pairs
    assert (round(report.kappa.value or 0, 5), report.link_items) == (0.72887, 11_438)
    figures = {
        str(row): [round(figure.value or 0, 4) for figure in row.figures.values()] for row in report.annotator_pairs
    }
    assert figures == {
        "A–B": [0.8310, 0.8056, 0.9389, 0.4077],
        "A–C": [0.8346, 0.8106, 0.9387, 0.4217],
        "B–C": [0.9862, 0.9820, 0.9961, 0.9457],
    }
    first = rows[0]
    assert (first.first_only, first.second_only, first.label_differs) == (926, 1_648, 193)
    browser = Client()
    browser.force_login(project.created_by)
    page = browser.get(reverse("evaluation:agreement", args=[project.slug])).content.decode()
    for shown in ("0.729", "11,438", "0.831", "0.806", "0.939", "0.408", "926 / 1,648", "193"):
        assert shown in page
    assert recount_agreement(project) == []

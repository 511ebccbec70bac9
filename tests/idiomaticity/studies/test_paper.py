"""Texts for a paper say the settings and figures of the study, and programs fit the model that they name."""

import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from idiomaticity.answers.mixed_model import choose_model
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.studies.paper import TO_FILL_IN, write_methods, write_preregistration
from idiomaticity.studies.queries.paper import read_design, read_figures
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import ROWS, enter, rate, set_up
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.studies.making import make_full_study

pytestmark = pytest.mark.django_db


def make_rated_study(**settings: Any) -> Project:
    """Make a study of eight sentences, rated by three participants each, of whom one is excluded."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=3, **settings)
    crowd = {"limit_each": 8, "most_people": 9, "payment": Decimal("2.50"), "currency": "EUR", "lists": "apart"}
    set_up(project, **crowd, worker_parameter="PROLIFIC_PID", forget_on=timezone.localdate() + timedelta(days=9))
    open_crowd(user=project.created_by, project=project, is_open=True)
    workers = [enter(project, worker_digest=str(n)) for n in range(4)]
    for worker, whole in zip(workers[:3], (5, 4, 0), strict=True):
        rate(worker, whole)
    Assignment.objects.filter(annotator__in=[each.pk for each in workers]).update(active_seconds=15)
    exclude_annotator(user=project.created_by, project=project, annotator_id=workers[2].pk, reason="Always 0.")
    return project


def test_methods_tell_participants_exclusions_payment_time_and_alpha() -> None:
    project = make_rated_study()
    text = write_methods(read_design(project), read_figures(project))
    today = timezone.now()
    assert "8 compounds in English, in 8 sentences." in text
    assert (
        f"2 raters gave 16 ratings of 8 items between {today:%-d %B %Y} and {today:%-d %B %Y}, 2 for each item." in text
    )
    assert "Of 4 people who gave consent through Prolific, 3 finished." in text
    # Eight ratings of 15 s.
    assert "The median active time of those who finished was 2.0 minutes." in text
    assert "Payment was 2.50 EUR, or 75.00 EUR per hour at the median." in text
    assert "1 rater was excluded from all figures: Always 0 (n = 1)." in text
    counts = read_score_table(project).count_units("whole")
    alpha, interval = counts.alpha("ordinal").value, counts.intervals(["ordinal"])["ordinal"]
    assert alpha is not None and interval.low is not None and interval.high is not None
    assert f"{alpha:.3f} [{interval.low:.3f}, {interval.high:.3f}] for whole (n = 8 units)" in text
    assert "(jackknife over units)" in text and interval.method == "jackknife"


def test_alpha_of_sentences_and_compounds_is_told_apart() -> None:
    project = make_rating_project(level="both", annotators_per_item=2)
    for whole in (3, 5):
        member = make_member(project)
        for number in range(9):
            submit_rating(lease_rating(member), 3, 2, (whole + number) % 6)
    text = write_methods(read_design(project), read_figures(project))
    assert "for whole of sentences (n = 6 units)" in text and "for whole of compounds (n = 3 units)" in text
    assert "Nobody was excluded." in text and "Payment" not in text


def test_before_any_rating_methods_say_so() -> None:
    project = make_rating_project()
    text = write_methods(read_design(project), read_figures(project))
    assert "No ratings have been collected yet." in text and "alpha" not in text


@pytest.mark.parametrize("level", ["token", "type", "both"])
def test_a_preregistration_has_every_setting_filled_in(level: str) -> None:
    project = make_full_study(level=level)
    text = write_preregistration(read_design(project))
    assert text.startswith(f"# Preregistration: {project.name}\n")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == [
        *("Hypotheses", "Design", "Materials", "Questions", "Sample", "Checks and exclusions", "Analysis")
    ]
    # One is rated by itself, too, where both levels are asked: its known answer is of its sentence.
    assert f"{3 if level == 'both' else 2} compounds in English" in text
    assert "- familiarity: “Do you know {compound}?”, 0 to 10" in text
    assert "could be replaced by “no idea”" in text
    assert "recruited through Prolific" in text and "Each is paid 2.50 EUR" in text
    assert "lists with all sentences of a compound together, of at most 4 items; 1 item of each are shown twice" in text
    if level != "type":
        assert "a tutorial of 1 item, a test of 1 item, passed with 55 % (2 attempts), 1 attention item" in text
    assert choose_model(level).formula in text
    assert text.count(TO_FILL_IN) == 4


def test_every_file_is_on_the_page_and_in_the_api_and_names_the_table() -> None:
    project = make_rated_study()
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:study_paper", args=[project.slug])).content.decode()
    files = client.get(reverse("api:study-paper", args=[project.slug])).json()
    assert [each["name"] for each in files] == [
        *("preregistration.md", "methods.md", "references.bib", "model.r", "model.py")
    ]
    texts = {each["name"]: each["text"] for each in files}
    for name, text in texts.items():
        answer = client.get(reverse("idiomaticity:study_paper_file", args=[project.slug, name]))
        assert answer.content.decode() == text
        assert answer["Content-Disposition"] == f'attachment; filename="{project.slug}-{name}"'
        assert f"Download {name}" in page
    table = client.get(reverse("idiomaticity:answers_table", args=[project.slug, "csv"]))
    named = Path(table["Content-Disposition"].split('"')[1]).stem
    assert f'"{named}.csv"' in texts["model.r"] and f'"{named}.parquet"' in texts["model.py"]
    assert choose_model("token").formula in texts["model.r"]
    assert "version = {0.1.0}" in texts["references.bib"]
    # Braces of an entry are closed, so that BibTeX reads it.
    assert texts["references.bib"].count("{") == texts["references.bib"].count("}")
    assert len(re.findall(r"^@\w+\{\w+,$", texts["references.bib"], re.MULTILINE)) == 5
    unknown = reverse("idiomaticity:study_paper_file", args=[project.slug, "other.txt"])
    assert client.get(unknown).status_code == 404

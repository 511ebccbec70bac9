"""Figures of extra questions on page, in the API and in releases, against plain Python by the definitions."""

import json
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.releases.verification import verify_release
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.ratings.extra_scores import ExtraCounts
from idiomaticity.scales.score_scale import ScoreScale
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.making import make_rating, make_rating_project, make_study_release
from tests.idiomaticity.releases.archives import read

QUESTION = ExtraQuestion("familiarity", "Do you know it?", scale=ScoreScale(lowest=0, highest=6))
ASKED = [
    {"name": "familiarity", "question": "Do you know it?", "scale": {"lowest": 0, "highest": 100}},
    {"name": "confidence", "question": "How sure are you?", "scale": {"lowest": 1, "highest": 7}},
]


def alpha_by_definition(units: list[list[int]]) -> float | None:
    """Return ordinal α as Krippendorff (2011) defines it: from the pairs of values within units."""
    units = [unit for unit in units if len(unit) >= 2]
    values = sorted(value for unit in units for value in unit)
    count = {value: values.count(value) for value in values}

    def distance(one: int, two: int) -> float:
        low, high = sorted((one, two))
        between = sum(n for value, n in count.items() if low <= value <= high)
        return (between - (count[low] + count[high]) / 2) ** 2

    if len(count) < 2:
        return None
    observed = sum(distance(one, two) / (len(unit) - 1) for unit in units for one, two in permutations(unit, 2))
    expected = sum(distance(one, two) for one, two in permutations(values, 2)) / (len(values) - 1)
    return 1 - observed / expected


def count(scores: list[int]) -> dict[int, int]:
    return {score: scores.count(score) for score in scores}


@given(st.lists(st.lists(st.integers(-1, 6), max_size=5), max_size=12))
def test_figures_are_those_of_the_definitions(items: list[list[int]]) -> None:
    counts = ExtraCounts(QUESTION)
    for scores in items:
        counts.add(count(scores))
    found = counts.measure()
    judged = [[score for score in scores if score >= 0] for scores in items]
    values = [score for scores in judged for score in scores]
    assert (found.scores, found.not_judged) == (len(values), sum(score < 0 for scores in items for score in scores))
    assert found.units == sum(len(scores) >= 2 for scores in judged)
    assert found.mean.value == (pytest.approx(fmean(values)) if values else None)
    assert found.sd.value == (pytest.approx(stdev(values)) if len(values) > 1 else None)
    alpha = alpha_by_definition(judged)
    assert found.alpha.value == (None if alpha is None else pytest.approx(alpha))


def test_a_score_that_is_on_no_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="a score of 7 for familiarity"):
        ExtraCounts(QUESTION).add({7: 1})


@pytest.mark.django_db(transaction=True)
def test_page_api_and_release_have_the_same_figures(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project(annotators_per_item=3, extra_questions=ASKED)
    generator = Random(8)
    annotators = [make_member(project) for _ in range(3)]
    answers: dict[str, dict[int, list[int]]] = {str(each["name"]): {} for each in ASKED}
    for place, annotator in enumerate(annotators):
        for _ in range(project.item_count):
            extra: dict[str, int | None] = {
                "familiarity": generator.choice([-1, 0, 40, 100]),
                "confidence": generator.randint(1, 7),
            }
            rated = make_rating(annotator, 2, extra=extra)
            for name, score in extra.items():
                if place < 2 and score is not None:
                    answers[name].setdefault(rated.item_id, []).append(score)
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotators[2].pk, reason="too fast")
    manager = Client()
    manager.force_login(project.created_by)
    told = manager.get(reverse("api:extra-questions", args=[project.slug])).json()
    assert [row["name"] for row in told] == ["familiarity", "confidence"]
    release = save_release(make_study_release(project), tmp_path)
    stored = json.loads(read(release, "manifest.json"))["extra_questions"]
    page = manager.get(reverse("idiomaticity:results", args=[project.slug])).content.decode()
    for row in told:
        units = [[score for score in scores if score >= 0] for scores in answers[row["name"]].values()]
        values = [score for scores in units for score in scores]
        alpha = alpha_by_definition(units)
        assert row["scores"] == len(values)
        assert row["mean"] == pytest.approx(fmean(values))
        assert row["sd"] == pytest.approx(stdev(values))
        assert row["alpha"] == pytest.approx(alpha)
        assert f"{alpha:.3f}".replace("-", "−") in page
        assert f"{fmean(values):.3f}" in page
        released = stored[row["name"]]
        assert (released["scores"], released["not_judged"], released["units"]) == (
            row["scores"],
            row["not_judged"],
            row["units"],
        )
        assert released["mean"]["value"] == pytest.approx(row["mean"])
        assert released["sd"]["value"] == pytest.approx(row["sd"])
        assert released["alpha_ordinal"]["value"] == pytest.approx(alpha)
    assert verify_release(release)["differences"] == []
    shown = manager.get(reverse("projects:release", args=[project.slug, 1])).content.decode()
    assert "Extra questions" in shown
    every = manager.get(reverse("api:extra-questions", args=[project.slug]), {"excluded": "with"}).json()
    assert every[1]["scores"] == 3 * project.item_count

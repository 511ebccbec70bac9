"""Pages of a study name its own scale, and no other."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.scales.score_scale import ScoreScale
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, preview_study
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
ROWS = "compound\tsentence\ttype_score\nfish tank\tA fish tank.\t1\ngas tank\tA gas tank.\t1\n"
# Of the scale of the papers.
OTHERS = ("0 to 5", "0 is idiomatic, 5", "4-5, 4,")


def read(project: Project, route: str, *arguments: object) -> str:
    client = Client()
    client.force_login(project.created_by)
    answer = client.get(reverse(route, args=[project.slug, *arguments]))
    assert answer.status_code == 200
    page = markup_of(answer)
    assert [text for text in OTHERS if text in page] == []
    return page


@pytest.mark.parametrize(
    ("ends", "in_words", "examples"),
    [
        ((1, 7), "1 to 7", "6-7, 6, ≥6 or ≤2."),
        ((0, 1), "0 to 1", "0-1, 0, ≥0 or ≤0."),
        ((0, 100), "0 to 100", "80-100, 80, ≥80 or ≤20."),
    ],
)
def test_every_page_follows_the_scale(ends: tuple[int, int], in_words: str, examples: str) -> None:
    project = make_rating_project(text=ROWS, scale={"lowest": ends[0], "highest": ends[1]})
    for route in ("idiomaticity:results", "evaluation:token_type"):
        assert f"{ends[0]} is idiomatic, {ends[1]} compositional." in read(project, route)
    assert f"({in_words}, -1 for “cannot judge”)" in read(project, "idiomaticity:import")
    assert examples in read(project, "idiomaticity:known_ratings")
    study = preview_study(project, b"compound,sentence_number,scale,annotator,xu\nfish tank,1,whole,w1,1\n")
    assert "No column is Rating (a score, or -1" in read(project, "idiomaticity:import_preview", study.pk)


@pytest.mark.parametrize("rating", ["6", "-2", "150", "100"])
def test_a_rating_that_the_scale_lacks_is_refused_by_the_scale(rating: str) -> None:
    project = make_rating_project(text=ROWS)
    rows = f"compound,sentence_number,scale,annotator,rating\nfish tank,1,whole,w1,{rating}\n"
    study = preview_study(project, rows.encode())
    [row] = study.result["left_out"]
    assert row["reason"] == f"{rating} is not a score from 0 to 5, the scale of this study, or -1 for “cannot judge”."


@pytest.mark.parametrize(
    ("scale", "keys"),
    [
        (ScoreScale(), "<kbd>0</kbd>–<kbd>5</kbd>"),
        (ScoreScale(1, 7), "<kbd>1</kbd>–<kbd>7</kbd>"),
        (ScoreScale(0, 10), "<kbd>0</kbd>–<kbd>9</kbd>"),
        (ScoreScale(0, 100), ""),
    ],
)
def test_only_keys_that_give_a_score_are_named(scale: ScoreScale, keys: str) -> None:
    project = make_rating_project(text=ROWS, scale=scale.to_json())
    annotator = make_member(project)
    client = Client()
    client.force_login(annotator.user)
    page = markup_of(client.get(reverse("idiomaticity:rate", args=[lease_rating(annotator).pk])))
    bar = page.partition('class="keys needs-script">')[2].partition("</p>")[0]
    assert bar.startswith(f"<span>{keys}" if keys else "<span><kbd>X</kbd>")

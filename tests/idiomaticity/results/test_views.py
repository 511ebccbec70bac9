"""Results of the ratings for managers."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.queries import describe_state
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.results.queries.results import read_compound, read_paraphrases, read_scores
from tests.factories import make_member
from tests.idiomaticity.making import (
    bring_in,
    bring_study,
    lease_rating,
    make_rating_project,
    preview_study,
    submit_rating,
)
from tests.markup import markup_of
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
TWO = "compound\tsentence\ttype_score\nfish tank\tA fish tank.\t5\nfish tank\tThe fish tank.\t\n"


def read_page(project: Project, route: str, *arguments: object, query: str = "") -> str:
    client = Client()
    client.force_login(project.created_by)
    return markup_of(client.get(reverse(route, args=[project.slug, *arguments]) + query))


def rate_all(project: Project, *given: tuple[int, tuple[str, ...]]) -> None:
    """One annotator for each rating and its paraphrases, on whichever sentence comes."""
    for whole, paraphrases in given:
        submit_rating(lease_rating(make_member(project)), 3, 3, whole, *paraphrases)


def test_a_token_score_pools_the_ratings_of_all_sentences() -> None:
    project = make_rating_project(text=TWO, annotators_per_item=9)
    annotators = [make_member(project) for _ in range(3)]
    for annotator, scores in zip(annotators, ({1: 5, 2: 0}, {1: 5, 2: 0}, {1: 2}), strict=True):
        for _ in scores:
            assignment = lease_rating(annotator)
            number = assignment.item.occurrence.number
            submit_rating(assignment, 3, 3, scores.get(number, -1))
    (row,) = read_scores(project)
    given = [score for scores in ({1: 5, 2: 0}, {1: 5, 2: 0}) for score in scores.values()]
    third = Compound.objects.get(project=project).occurrences.get(number=1).item.submitted_count == 3
    given += [2] if third else []
    assert row.ratings == len(given)
    assert row.score.token == pytest.approx(sum(given) / len(given))
    assert row.score.type == 5


def test_those_who_cannot_judge_count_nowhere() -> None:
    project = make_rating_project(text=TWO)
    submit_rating(lease_rating(make_member(project)), -1, -1, -1)
    (row,) = read_scores(project)
    assert (row.score.token, row.ratings) == (None, 0)


def test_a_draft_counts_nowhere() -> None:
    project = make_rating_project(text=TWO)
    lease_rating(make_member(project))
    assert read_scores(project)[0].ratings == 0


def test_paraphrases_are_counted_by_sentence_and_classified() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n", annotators_per_item=3)
    rate_all(project, (1, ("Aquarium",)), (1, ("aquarium", "bowl")), (1, ()))
    rows = read_paraphrases(Compound.objects.get(project=project))
    assert [(row.text, row.frequencies, row.paraphrase_level) for row in rows] == [
        ("Aquarium", (2,), "token"),
        ("bowl", (1,), "unclassified"),
    ]
    page = read_page(project, "idiomaticity:compound", 1, query="?several_sentences=3&one_sentence=3")
    assert "token level</span>" not in page
    assert "token level</span>" in read_page(project, "idiomaticity:compound", 1)


def test_a_sentence_stands_under_its_own_number_where_the_file_left_one_out() -> None:
    project = make_rating_project(text="compound\tsentence1\tsentence3\nfish tank\tA fish tank.\tThe fish tank.\n")
    annotator = make_member(project)
    for _ in range(2):
        assignment = lease_rating(annotator)
        submit_rating(assignment, 3, 3, assignment.item.occurrence.number)
    page = read_page(project, "idiomaticity:results")
    heads = [each.partition("</th>")[0] for each in page.split('<th scope="col" class="number">')]
    assert [each for each in heads if each in ("S1", "S2", "S3")] == ["S1", "S3"]
    assert '<td class="number">1.000</td><td class="number">3.000</td>' in page


def test_at_type_level_the_ratings_are_the_type_score() -> None:
    project = make_rating_project(text=TWO, level="type")
    rate_all(project, (4, ()), (1, ()))
    row = read_compound(Compound.objects.get(project=project))
    assert (row.score.type, row.score.token, row.ratings) == (2.5, None, 2)


def test_nctti_gives_the_published_figures_on_the_page() -> None:
    folder = shared("data/idiomaticity/nctti")
    project = make_rating_project(text="")
    bring_in(project, *[(folder / name).read_bytes() for name in ("data_en.tsv", "sentids_en.csv")])
    page = read_page(project, "idiomaticity:results", query="?order=spread")
    for figure in ("0.920", "0.712", "0.775", "0.659", "0.949", "2.339", "4.136", "0.580", "1.011", "0.673"):
        assert f">{figure}<" in page
    assert "238 <small>of 280" in page


PARTS = b"""compound,sentence_number,scale,annotator,rating
fish tank,1,head,w1,4
fish tank,1,head,w2,5
fish tank,2,modifier,w1,-1
fish tank,2,modifier,w2,2
"""


def test_scores_of_the_parts_show_where_nobody_scored_the_whole() -> None:
    project = make_rating_project(text=TWO)
    bring_study(project, PARTS)
    (row,) = read_scores(project)
    assert (row.ratings, row.score.token) == (2, None)
    assert {scale: (each.mean, each.ratings) for scale, each in row.scales.items()} == {
        "head": (4.5, 2),
        "modifier": (2.0, 1),
    }
    page = read_page(project, "idiomaticity:results")
    assert "4.50" in page
    assert ">2<" in page
    of_compound = read_page(project, "idiomaticity:compound", 1)
    assert "head 4.500 of 2" in of_compound
    assert "not rated yet" not in of_compound
    client = Client()
    client.force_login(project.created_by)
    (row,) = client.get(reverse("api:compounds", args=[project.slug])).json()["results"]
    assert row["token"]["head"] == {"mean": 4.5, "ratings": 2}
    needs = client.get(reverse("api:rating-plan", args=[project.slug])).json()["needs"]
    assert needs["scale"] == "modifier"


WHOLES = b"compound,scale,annotator,rating\nbeat about the bush,whole,w1,1\nbeat about the bush,whole,w2,0\n"


def test_a_study_of_wholes_needs_no_head() -> None:
    """Neither a finished one, nor one whose people are asked here about the whole alone."""
    finished = make_rating_project(text="", level="type")
    bring_study(finished, WHOLES)
    (row,) = read_scores(finished)
    assert (row.score.type, row.ratings, row.compound.head) == (0.5, 2, "")
    refused = preview_study(finished, WHOLES.replace(b"whole,w2,0", b"head,w3,2").replace(b"w1", b"w9"))
    assert refused.result["counts"]["ratings"] == 0
    project = make_rating_project(text="compound\thead\tsentence\nbeat about the bush\t-\tThey beat about the bush.\n")
    assignment = lease_rating(make_member(project))
    assert [each["scale"] for each in describe_state(assignment)["questions"]] == ["whole"]
    client = Client()
    client.force_login(assignment.annotator.user)
    page = markup_of(client.get(reverse("idiomaticity:rate", args=[assignment.pk])))
    assert ('name="head"' in page, 'name="whole"' in page) == (False, True)
    sent = {"operation_id": uuid4(), "version": assignment.version, "whole": 1}
    assert client.post(reverse("idiomaticity:submit", args=[assignment.pk]), sent).status_code == 302
    (row,) = read_scores(project)
    assert (row.score.token, row.ratings) == (1.0, 1)

"""Means of a project beside those of an earlier study."""

import pytest
from django.test import Client
from django.urls import reverse

from idiomaticity.compounds.models import Compound
from idiomaticity.results.published_means import ComparedMeans, compare_with_published, list_compared
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, lease_rating, make_rating_project, submit_rating

NAMES = ("air bag", "hog wash", "black bird", "cash cow")
PUBLISHED = "compound Word1_mean Word2_mean Cpd_mean\n" + "".join(
    f"{name} {place + 0.5} {4 - place} {place + 1}\n" for place, name in enumerate(NAMES)
)


def test_only_compounds_with_both_means_are_compared() -> None:
    compounds = [
        ComparedMeans(f"c{place}", {"whole": float(place)}, {"whole": 2}, {"whole": place + 0.5, "head": 1.0})
        for place in range(4)
    ]
    compounds.append(ComparedMeans("unrated", {}, {}, {"whole": 5.0}))
    head, whole = compare_with_published(compounds)
    assert (head.scale, head.published, head.compared, head.rho.value) == ("head", 4, 0, None)
    assert (whole.published, whole.compared, whole.rho.value, whole.difference.value) == (5, 4, 1.0, 0.5)
    assert list(list_compared(compounds))[-1] == ["unrated", "whole", 5.0, "", 0]


@pytest.mark.django_db
def test_a_study_is_held_against_the_norms_that_it_replicates() -> None:
    project = make_rating_project(text="compound\n" + "\n".join(NAMES), level="type", annotators_per_item=1)
    annotator = make_member(project)
    for _ in NAMES:
        assignment = lease_rating(annotator)
        place = NAMES.index(assignment.item.compound.text)
        submit_rating(assignment, 4 - place, place, place + 1)
    job = bring_in(project, PUBLISHED)
    assert len(job.result["means"]["published_head"]) == 4
    assert Compound.objects.get(project=project, text="cash cow").published_means == {
        "head": 1.0,
        "modifier": 3.5,
        "whole": 4.0,
    }
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:results", args=[project.slug])).content.decode()
    assert "Compared with published means" in page
    table = client.get(reverse("idiomaticity:published_table", args=[project.slug]))
    lines = b"".join(table).decode().splitlines()
    assert lines[1].startswith("air bag,head,4.0,4.0,1")
    assert len(lines) == 13

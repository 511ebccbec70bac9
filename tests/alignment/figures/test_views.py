"""The page of a figure and its files."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Membership, Project, Role
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    """One pair read by A and B, who differ on one link."""
    made = make_project(pairs=1)
    for links in ("0-0S 1-2S", "0-0S 1-2P"):
        make_reading(make_member(made), links)
    return made


def get(project: Project, name: str, query: str = "", client: Client | None = None):
    if client is None:
        client = Client()
        client.force_login(project.created_by)
    return client.get(reverse(f"alignment:{name}", args=[project.slug, 1]) + query)


def test_gold_comes_first_and_readings_can_be_compared(project: Project) -> None:
    page = get(project, "figure")
    assert [value for value, _ in page.context["form"].fields["reading"].choices] == ["gold", "A", "B"]
    assert "gold links" in page.context["plot"]
    compared = get(project, "figure", "?reading=A&beside=B").content.decode()
    assert "Sure, A only" in compared
    assert "Possible, B only" in compared
    assert "reading=A&amp;beside=B" in compared


def test_a_reading_beside_itself_is_one(project: Project) -> None:
    assert "A only" not in get(project, "figure", "?reading=A&beside=A").content.decode()


def test_the_figure_comes_as_svg_pdf_and_tikz(project: Project) -> None:
    svg = get(project, "figure_plot", "?reading=A")
    assert svg["Content-Disposition"] == f'attachment; filename="{project.slug}-pair-1.svg"'
    assert svg.content.startswith(b"<?xml")
    pdf = get(project, "figure_plot", "?reading=A&format=pdf")
    assert pdf["Content-Type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF-1.7")
    assert pdf.content == get(project, "figure_plot", "?reading=A&format=pdf").content
    tikz = get(project, "figure_tikz", "?reading=A&beside=B&direction=columns").content.decode()
    assert r"\begin{tikzpicture}" in tikz
    assert "Possible, B only" in tikz


def test_an_unknown_reading_is_shown_as_an_error_and_has_no_file(project: Project) -> None:
    page = get(project, "figure", "?reading=Z")
    assert page.status_code == 200
    assert "Select a valid choice" in page.content.decode()
    assert get(project, "figure_plot", "?reading=Z").status_code == 404
    assert get(project, "figure_tikz", "?reading=Z").status_code == 404


def test_a_pair_without_readings_says_so() -> None:
    unread = make_project(pairs=1)
    assert "No submitted readings yet." in get(unread, "figure").content.decode()
    assert get(unread, "figure_plot").status_code == 404


def test_who_still_has_to_read_the_pair_sees_no_reading(project: Project) -> None:
    Item.objects.update(state=Item.State.OPEN)
    Membership.objects.create(project=project, user=project.created_by, role=Role.ANNOTATOR, pseudonym="Z")
    page = get(project, "figure").content.decode()
    assert "other readings are hidden" in page
    assert "<svg" not in page.split("<main")[1]
    assert get(project, "figure_plot", "?reading=A").status_code == 404

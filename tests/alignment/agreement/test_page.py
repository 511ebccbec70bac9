"""The agreement page: right figures, right people, files that stand alone."""

import csv
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import count_changes, up_to_date
from alignment.agreement.queries.figures import read_agreement
from alignment.agreement.services.recount import recount_agreement
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import publish_guideline
from tests.alignment.agreement.test_links import make_read_project
from tests.factories import draw, lease, make_member, make_pair, make_project, make_user, submit
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def open_page(project: Project, route: str = "agreement", *args: str, role: str = Role.MANAGER, query: str = ""):
    client = Client()
    client.force_login(make_member(project, role).user)
    return client.get(reverse(f"projects:{route}", args=[project.slug, *args]) + query)


def test_figures_and_their_stage_are_on_the_page():
    page = open_page(make_read_project()).content.decode()
    for figure in ("0.615", "0.769", "0.800", "0.445", "0.468"):
        assert figure in page
    assert "the links of submitted readings, before reconciliation." in page


def test_the_page_begins_with_the_figure_and_what_to_do_next():
    project = make_read_project()
    manager = markup_of(open_page(project))
    short = manager[manager.index('class="verdict"') : manager.index('class="figures"')]
    assert "<b>61.5&nbsp;%</b>" in short and "in 3 sentence pairs" in short
    assert f'href="/alignment/{project.slug}/adjudication/">decide 2 disputed pairs</a>' in short
    assert f'href="/alignment/{project.slug}/rounds/"' in short
    adjudicator = markup_of(open_page(project, role=Role.ADJUDICATOR))
    assert "decide 2 disputed pairs" in adjudicator
    assert f'href="/alignment/{project.slug}/rounds/">a reconciliation round' not in adjudicator


def test_where_all_readings_agree_nothing_is_next():
    project = make_project(pairs=1)
    for _ in range(2):
        submit(draw(lease(make_member(project))))
    page = markup_of(open_page(project))
    assert "<b>100.0&nbsp;%</b>" in page and "All readings agree." in page and "<b>Next:</b>" not in page


def test_counting_unaligned_words_changes_the_figures():
    page = open_page(make_read_project(), query="?unaligned=1").content.decode()
    assert "0.522" in page
    assert "0.615" not in page.split("<svg", 1)[0]


def test_before_two_readings_the_page_says_what_is_missing():
    response = open_page(make_project(pairs=1))
    assert "Nothing to compare yet" in response.content.decode()
    assert response.status_code == 200


def test_an_undefined_figure_is_a_dash_with_its_reason():
    project = make_project(pairs=1)
    for _ in range(2):
        submit(draw(lease(make_member(project))))
    page = open_page(project).content.decode()
    assert "Neither annotator has a Possible link." in page
    assert ">nan<" not in page.lower()


def test_worst_pairs_link_to_adjudication():
    project = make_read_project()
    page = open_page(project).content.decode()
    worst = page.split('id="worst"')[1]
    addresses = [reverse("alignment:adjudicate", args=[project.slug, number]) for number in (3, 2)]
    assert 0 < worst.index(addresses[0]) < worst.index(addresses[1])
    assert reverse("alignment:adjudicate", args=[project.slug, 1]) not in worst


def test_adjudicators_see_it_and_annotators_do_not():
    project = make_read_project()
    assert open_page(project, role=Role.ADJUDICATOR).status_code == 200
    for route, arguments in (("agreement", []), ("agreement_table", ["pairs", "csv"]), ("agreement_plot", ["pairs"])):
        assert open_page(project, route, *arguments, role=Role.ANNOTATOR).status_code == 403


def test_for_others_the_project_does_not_exist(client):
    address = reverse("projects:agreement", args=[make_read_project().slug])
    assert client.get(address).status_code == 302
    client.force_login(make_user())
    assert client.get(address).status_code == 404


def test_table_as_a_file_has_every_annotator_pair_and_the_pooled_row():
    response = open_page(make_read_project(), "agreement_table", "pairs", "csv")
    rows = list(csv.reader(b"".join(response.streaming_content).decode().splitlines()))
    assert [row[:3] for row in rows] == [["first", "second", "pairs"], ["A", "B", "3"], ["pooled", "", "3"]]
    assert rows[1][4] == "0.615385"
    assert "attachment" in response["Content-Disposition"]


@pytest.mark.parametrize("figure", ["pairs", "distribution"])
def test_a_plot_is_a_file_with_its_own_colours(figure):
    response = open_page(make_read_project(), "agreement_plot", figure)
    root = ElementTree.fromstring(response.content)
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert root.find("svg:title", names) is not None
    assert root.find("svg:desc", names) is not None
    drawn = [
        element for element in root.iter() if element.tag.rpartition("}")[2] in ("circle", "polygon", "text", "line")
    ]
    assert drawn
    assert all(element.get("fill") or element.get("stroke") for element in drawn)
    assert not any(element.get("class") or element.get("style") for element in root.iter())


def test_plots_on_the_page_have_no_style_attributes():
    page = open_page(make_read_project()).content.decode()
    assert page.count("<svg viewBox") == 2
    assert "style=" not in page


def test_an_unknown_plot_is_not_found():
    assert open_page(make_read_project(), "agreement_plot", "secrets").status_code == 404


def test_number_of_queries_does_not_grow_with_the_list(django_assert_max_num_queries):
    project = make_project(pairs=12)
    for links in ("0-0S", "1-1S"):
        annotator = make_member(project)
        for _ in range(12):
            submit(draw(lease(annotator), links))
    manager = make_member(project, Role.MANAGER).user
    client = Client()
    client.force_login(manager)
    count_changes(project.pk)
    with django_assert_max_num_queries(52):  # the first look draws the intervals and keeps them
        page = client.get(reverse("projects:agreement", args=[project.slug])).content.decode()
    assert page.count("0 of 1 / 1") == 10, "a page of them"


def test_label_confusion_shows_both_directions():
    page = open_page(make_read_project()).content.decode()
    section = page.split('id="confusion"')[1].split("</table>")[0]
    assert "A: Possible–B" in section
    assert "Second: Possible" in section
    file = open_page(make_read_project(), "agreement_table", "confusion", "csv")
    rows = list(csv.reader(b"".join(file.streaming_content).decode().splitlines()))
    assert ["A", "B", "P", "S", "1"] in rows
    assert ["A", "B", "S", "P", "0"] in rows


def test_agreement_over_time_and_by_guidelines_is_drawn_from_two_points_on():
    project = make_read_project()
    assert open_page(project, "agreement_plot", "timeline").status_code == 404
    publish_guideline(user=project.created_by, project=project, text="Link less.")
    make_pair(project)
    for annotator in project.memberships.filter(role=Role.ANNOTATOR):
        submit(draw(lease(annotator)))
    response = open_page(project, "agreement_plot", "guidelines")
    assert b"version 1: S+P 1.000" in response.content
    lines = b"".join(open_page(project, "agreement_table", "guidelines", "csv").streaming_content).decode().splitlines()
    assert [line.split(",")[:2] for line in lines] == [["guidelines", "pairs"], ["none", "3"], ["version 1", "1"]]


def test_months_of_work_are_shown_by_week():
    project = make_read_project()
    for days, row in enumerate(up_to_date(PairAgreement, project).order_by("pk")):
        PairAgreement.objects.filter(pk=row.pk).update(day=date(2026, 3, 4) + timedelta(days=40 * days))
    recount_agreement(project)
    report = read_agreement(project)
    assert report is not None
    assert (report.step, [stretch.label for stretch in report.timeline]) == (
        "week",
        ["2026-03-02", "2026-04-13", "2026-05-18"],
    )
    assert open_page(project, "agreement_plot", "timeline").status_code == 200

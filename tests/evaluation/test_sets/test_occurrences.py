"""Occurrences of expressions: counts, classes, the plot for few and for many, and the tables."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Role
from evaluation.test_sets.models import Expression
from evaluation.test_sets.occurrences import count_occurrences, plot_occurrences
from evaluation.test_sets.queries import count_classes, list_marked_expressions
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_project
from tests.shared_data import shared

MARKS = [
    ("let down", "idiomatic", [(5, 8), (13, 17)]),
    ("break the ice", "", [(3, 16)]),
    ("let down", "partly", [(5, 13)]),
    ("let down", "", []),
]


def bars(plot) -> list[str]:
    root = ElementTree.fromstring(plot.to_svg(standalone=True))
    found = [mark.findtext("{*}title") for mark in root.iter("{http://www.w3.org/2000/svg}rect")]
    return [text for text in found if text]


def test_expressions_are_counted_by_label_class_and_gaps():
    rows = count_occurrences(MARKS)
    assert [(row.label, row.count, row.discontinuous, row.class_names) for row in rows] == [
        ("let down", 3, 1, "idiomatic, partly"),
        ("break the ice", 1, 0, ""),
    ]


@pytest.mark.django_db
def test_an_expression_counts_in_each_of_its_classes(django_assert_num_queries):
    test_set = make_test_set(make_project())
    segment = test_set.segments.get(number=4)
    Expression.objects.filter(segment__test_set=test_set).delete()
    Expression.objects.bulk_create(
        Expression(segment=segment, position=place, label=label, expression_class=name, source_spans=[[0, 2]])
        for place, (label, name, _) in enumerate([*MARKS, MARKS[1]])
    )
    with django_assert_num_queries(1):
        found = count_classes(test_set)
    assert [(each.name, each.expressions, each.count) for each in found] == [
        ("idiomatic", 1, 1), ("partly", 1, 1), ("", 2, 3)
    ]  # fmt: skip
    assert sum(row.count for row in count_occurrences(list_marked_expressions(test_set))) == 5


def test_few_expressions_are_named_and_many_stand_by_rank():
    few = plot_occurrences(count_occurrences(MARKS))
    assert bars(few) == ["let down: 3", "break the ice: 1"] and ">let down<" in few.to_svg()
    many = plot_occurrences(count_occurrences([(f"e{place % 500}", "", []) for place in range(700)]))
    assert len(bars(many)) == 400 and bars(many)[0] == "e0: 2"
    assert "500 expressions occur 700 times" in many.to_svg() and "300 once" in many.to_svg()


@pytest.mark.django_db
def test_page_plot_table_and_api_tell_the_same():
    test_set = make_test_set(make_project())
    client = Client()
    client.force_login(make_member(test_set.project, Role.ADJUDICATOR).user)

    def get(route: str, *more: str) -> str:
        answer = client.get(reverse(f"evaluation:{route}", args=[test_set.project.slug, test_set.pk, *more]))
        assert answer.status_code == 200
        return b"".join(answer).decode()

    assert "break the ice: 2" in get("occurrences") and "break the ice: 2" in get("occurrences_plot")
    assert get("occurrences_table", "csv").splitlines()[1:] == ["break the ice,2,0,", "wake up,1,0,"]
    assert r"break the ice & 2 & 0 & – \\" in get("occurrences_table", "tex")
    told = client.get(f"/api/v1/projects/{test_set.project.slug}/test-sets/{test_set.pk}/occurrences/").json()
    assert told["rows"][0] == {"label": "break the ice", "count": 2, "discontinuous": 0, "classes": []}


@pytest.mark.django_db
def test_without_marked_expressions_there_is_nothing_to_plot():
    test_set = make_test_set(make_project(), "source\nIt rains.\n", {"source": "source"}, systems=())
    client = Client()
    client.force_login(test_set.project.created_by)
    addresses = [reverse(f"evaluation:{name}", args=[test_set.project.slug, test_set.pk]) for name in
                 ("occurrences", "occurrences_plot")]  # fmt: skip
    assert "No marked expressions yet" in client.get(addresses[0]).content.decode()
    assert client.get(addresses[1]).status_code == 404


def test_the_corpus_of_idioms_has_the_counts_of_its_paper():
    lines = (shared("data/evaluation/idioms-enfr") / "sents.spans.en").read_text("utf-8").splitlines()
    rows = count_occurrences([(line.partition("\t")[0], "", []) for line in lines if line])
    assert sum(row.count for row in rows) == 2525
    assert len(bars(plot_occurrences(rows))) == min(len(rows), 400)

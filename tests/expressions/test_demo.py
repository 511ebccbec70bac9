"""The demo of expressions: readings that differ, passages to read, and loading it again."""

from pathlib import Path

import pytest

from annotation_site.operations.models import Operation
from annotation_site.projects.demo import PEOPLE
from expressions.adjudication.queries import list_queue
from expressions.agreement.queries import read_agreement
from expressions.demo.services import load_expression_demo, show_expression_demo
from expressions.releases.services import RELEASE

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORDS = dict.fromkeys(PEOPLE, "a password of the demo")


def test_the_demo_has_differences_and_passages_to_read_and_is_the_same_when_loaded_again(files_folder: Path) -> None:
    project = load_expression_demo(PASSWORDS)
    states = list(project.items.values_list("state", flat=True))
    assert (states.count("annotated"), states.count("open")) == (2, 2)
    assert [row.strength for row in list_queue(project)] == [3]
    assert read_agreement(project).pooled.spans.counts == (10, 11, 9)
    operations = Operation.objects.count()
    assert load_expression_demo(PASSWORDS) == project
    assert Operation.objects.count() == operations


def test_a_shown_demo_asks_for_a_release_once(files_folder: Path) -> None:
    project = load_expression_demo(PASSWORDS)
    show_expression_demo(project)
    show_expression_demo(project)
    assert project.jobs.filter(kind=RELEASE).count() == 1

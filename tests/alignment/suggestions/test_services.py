"""A file of suggestions becomes suggestions, or is refused with its line."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.web.exceptions import DomainError
from tests.alignment.suggestions.suggesting import THREE_LINES, cells_of, take_in, upload_suggestions
from tests.factories import lease, make_member, make_project

pytestmark = pytest.mark.django_db


def test_line_seven_is_about_pair_seven() -> None:
    project = make_project(pairs=3)
    result = take_in(project, THREE_LINES)
    assert cells_of(project) == [(1, 0, 0, "S"), (1, 1, 2, "S"), (3, 1, 0, "P"), (3, 2, 1, "S")]
    assert (result["suggestions"], result["pairs"], result["kept"]) == (4, 2, 0)
    assert result["summary"] == "4 suggestions for 2 pairs."


def test_a_reversed_file_counted_from_one_is_turned_round() -> None:
    project = make_project(pairs=1)
    take_in(project, "3-1S\n", base="1", is_reversed=True)
    assert cells_of(project) == [(1, 0, 2, "S")]


def test_the_base_is_detected_where_the_file_shows_it() -> None:
    project = make_project(pairs=2)
    assert take_in(project, "1-1 3-3\n2-3\n", base="detect", alignment_format="pharaoh")["base"] == 1
    assert cells_of(project) == [(1, 0, 0, "S"), (1, 2, 2, "S"), (2, 1, 2, "S")]


@pytest.mark.parametrize(("links", "base"), [("0-1 1-0", 0), ("3-2 1-1", 1)])
def test_the_base_of_a_file_with_words_is_the_one_that_fits(links: str, base: int) -> None:
    project = make_project(pairs=1)
    text = f"a black cat\tun gatto nero\t{links}\n"
    assert take_in(project, text, base="detect", alignment_format="xl-wa")["base"] == base


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0-0\n0-3\n0-0\n", "links.txt, line 2"),
        ("0-0\nfoo\n0-0\n", "links.txt, line 2"),
        ("0-0\n0-0\n", "2 sentences, but the project has 3"),
        ("0-0\n0-0\n0-0\n0-0\n", "4 sentences, but the project has 3"),
        ("\n\n\n", "The file has no links"),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing_and_is_named_with_its_line(text: str, sentence: str) -> None:
    project = make_project(pairs=3)
    take_in(project, THREE_LINES)
    before = cells_of(project)
    with pytest.raises(DomainError, match=sentence), transaction.atomic():
        take_in(project, text)
    assert cells_of(project) == before


def test_a_new_file_replaces_all_but_what_somebody_has_begun() -> None:
    project = make_project(pairs=3)
    take_in(project, "0-0\n0-0\n0-0\n")
    begun = lease(make_member(project)).item.number
    result = take_in(project, "2-2\n2-2\n2-2\n")
    assert {number for number, source, _, _ in cells_of(project) if source == 0} == {begun}
    assert len(cells_of(project)) == 3
    assert result["kept"] == 1
    assert "1 pair was already assigned and not changed." in result["summary"]


def test_a_pair_given_back_counts_as_begun() -> None:
    project = make_project(pairs=1)
    assignment = lease(make_member(project))
    Assignment.objects.filter(pk=assignment.pk).update(state=Assignment.State.SKIPPED)
    Item.objects.update(assigned_count=0)
    assert take_in(project, "0-0\n")["kept"] == 1
    assert not cells_of(project)


def test_the_same_request_again_is_the_same_job() -> None:
    project = make_project(pairs=1)
    request_id = uuid4()
    assert upload_suggestions(project, "0-0\n", request_id=request_id) == upload_suggestions(
        project, "0-0\n", request_id=request_id
    )
    assert project.uploads.count() == 1


def test_the_database_refuses_a_word_that_is_not_there() -> None:
    item = make_project(pairs=1).items.get()
    with pytest.raises(IntegrityError, match="out of range"), transaction.atomic():
        Suggestion.objects.create(item=item, source_index=3, target_index=0, label="S")

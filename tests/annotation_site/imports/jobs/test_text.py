"""Taking back imports of text: precisely what each brought goes, unless somebody worked on it."""

from uuid import uuid4

import pytest

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.services import confirm_import
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.imports.jobs import take_back_import
from annotation_site.imports.services import request_taking_back
from annotation_site.jobs.models import Job, Upload
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.compounds.models import Compound
from tests.annotation_site.imports.taking_back import bring_pairs, count_rows, take_back
from tests.evaluation.translated import run
from tests.factories import draw, lease, make_member, make_project, make_reading
from tests.idiomaticity.making import bring_in, make_rating, make_rating_project

pytestmark = pytest.mark.django_db

MORE = "compound\tsentence\nfish tank\tA fish tank.\nfish tank\tThe fish tank broke.\n"


def test_exactly_the_pairs_of_the_import_go_and_the_next_ones_get_new_numbers() -> None:
    project = make_project(pairs=2)
    first = bring_pairs(project)
    before = count_rows(project)
    second = bring_pairs(project, "good morning\tbuon giorno\n")
    item = Item.objects.get(number=5)
    Suggestion.objects.create(item=item, source_index=0, target_index=0, label="S")
    done = take_back(second)
    assert done.state == Job.State.SUCCEEDED and "1 pairs" in done.result["summary"]
    assert count_rows(project) == before
    take_back(first)
    assert list(Item.objects.values_list("number", flat=True)) == [1, 2]
    bring_pairs(project)
    assert list(Item.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
    assert Project.objects.get().item_count == 4


def test_numbers_of_a_later_import_are_not_given_twice() -> None:
    project = make_project()
    first = bring_pairs(project)
    bring_pairs(project, "good morning\tbuon giorno\n")
    take_back(first)
    bring_pairs(project)
    assert list(Item.objects.order_by("number").values_list("number", flat=True)) == [3, 4, 5]


def test_a_pair_that_was_only_opened_goes_with_its_assignment() -> None:
    project = make_project()
    imported = bring_pairs(project)
    annotator = make_member(project)
    lease(annotator)
    withdraw_items(user=project.created_by, project=project, numbers=[2], operation_id=uuid4())
    take_back(imported)
    assert not Item.versions.exists() and not Assignment.objects.exists()
    assert not Operation.objects.exclude(item=None).exists()


def test_refused_with_the_number_of_assignments_once_somebody_worked() -> None:
    project = make_project(annotators_per_item=2)
    imported = bring_pairs(project)
    draw(lease(make_member(project)), "0-0S")
    make_reading(make_member(project), "0-0S")
    rows = count_rows(project)
    with pytest.raises(NotEditable, match="2 assignments with work, on 1 item"):
        take_back(imported)
    assert count_rows(project) == rows


def test_work_that_begins_after_the_request_is_seen_by_the_job() -> None:
    project = make_project()
    imported = bring_pairs(project)
    job = request_taking_back(user=project.created_by, project=project, imported=imported, request_id=uuid4())
    draw(lease(make_member(project)), "0-0S")
    with pytest.raises(DomainError, match="1 assignment with work"):
        run(job, take_back_import)
    assert Item.objects.count() == 2


def test_the_preview_can_be_imported_again_and_the_import_is_not_taken_back_twice() -> None:
    project = make_project()
    imported = bring_pairs(project)
    take_back(imported)
    imported.refresh_from_db()
    assert imported.state == Job.State.TAKEN_BACK
    with pytest.raises(NotEditable, match="nothing to undo"):
        take_back(imported)
    preview = project.jobs.get(pk=imported.parameters["preview"])
    again = confirm_import(user=project.created_by, project=project, preview=preview, leave_out_rejected=True)
    assert again.pk != imported.pk
    assert Item.objects.count() == 0 and run(again, import_pairs).state == Job.State.SUCCEEDED
    assert Upload.objects.exists()


def test_compounds_go_with_their_sentences() -> None:
    project = make_rating_project()
    before = count_rows(project)
    imported = bring_in(project, MORE)
    assert Compound.objects.filter(text="fish tank").exists()
    take_back(imported)
    assert count_rows(project) == before
    assert bring_in(project, MORE).state == Job.State.SUCCEEDED


def test_rated_compounds_stay() -> None:
    project = make_rating_project()
    imported = Job.objects.get(kind="compound_import")
    make_rating(make_member(project))
    with pytest.raises(NotEditable, match="1 assignment with work"):
        take_back(imported)

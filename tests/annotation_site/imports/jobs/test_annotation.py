"""Taking back suggestions, finished annotation and ratings, with the annotators that came with them."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.services.recount import recount_agreement
from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import (
    ImportedAnnotator,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.suggestions.jobs.suggesting import take_suggestions
from alignment.suggestions.models import Suggestion
from alignment.suggestions.services import request_suggestions
from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable
from idiomaticity.compounds.models import Compound
from tests.annotation_site.imports.taking_back import count_rows, take_back
from tests.evaluation.translated import run
from tests.factories import draw, lease, make_member, make_pair, make_project
from tests.idiomaticity.imports.jobs.test_ratings import HEADER, STUDY
from tests.idiomaticity.making import bring_study as bring_study_of_ratings
from tests.idiomaticity.making import make_rating, make_rating_project

pytestmark = pytest.mark.django_db

GIZA = (
    "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
    "# sentence pair 2\nun gatto nero\nNULL ({ / / }) a ({ 1 / / }) black ({ 3 / / }) cat ({ 2 / / })\n"
)


def suggest(project: Project) -> Job:
    job = request_suggestions(
        user=project.created_by,
        project=project,
        file=ContentFile(b"0-0\n0-0\n"),
        file_name="links.txt",
        alignment_format="pharaoh",
        base="0",
        request_id=uuid4(),
    )
    return run(job, take_suggestions)


def test_the_latest_suggestions_go_and_earlier_ones_have_nothing_left() -> None:
    project = make_project(pairs=2)
    first = suggest(project)
    second = suggest(project)
    with pytest.raises(NotEditable, match="nothing to undo"):
        take_back(first)
    lease(make_member(project))
    take_back(second)
    assert not Suggestion.objects.exists() and Item.objects.count() == 2 and Assignment.objects.exists()


def test_suggestions_that_somebody_worked_with_stay() -> None:
    project = make_project(pairs=2)
    imported = suggest(project)
    draw(lease(make_member(project)), "0-0S")
    with pytest.raises(NotEditable, match="1 assignment with work"):
        take_back(imported)


def bring_readings(project: Project) -> Job:
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    if project.item_count:
        layout, line = "jsonl", '{{"id": "{pair}", "sure": "{sure}"}}\n'
        sures = {"ada": "0-0 1-1", "bea": "0-0"}
        texts = {name: "".join(line.format(pair=pair, sure=sure) for pair in "xy") for name, sure in sures.items()}
    else:
        layout, texts = "giza-sp", {"ada": GIZA, "bea": GIZA.replace("({ 2", "({ p2")}
    uploads = [
        store_upload(**known, file=ContentFile(text.encode()), name=f"{name}.txt") for name, text in texts.items()
    ]
    asked = request_readings_preview(**known, uploads=uploads, alignment_format=layout, request_id=uuid4())
    preview = run(asked, preview_readings)
    annotators = [ImportedAnnotator(name) for name in texts]
    return run(confirm_readings_import(**known, preview=preview, annotators=annotators), import_readings)


def test_finished_annotation_goes_with_its_text_and_its_annotators() -> None:
    project = make_project()
    before = count_rows(project)
    imported = bring_readings(project)
    assert Item.objects.filter(agreement__isnull=False).count() == 2
    take_back(imported)
    # Rows of sums at zero mean the same as none.
    assert not recount_agreement(project)
    sums = {"alignment.ItemAgreementTotal", "alignment.QueueTotal"}
    after = {label: count for label, count in count_rows(project).items() if label not in sums}
    assert {label: count for label, count in after.items() if "Event" not in label} == {
        label: count for label, count in before.items() if "Event" not in label
    }
    assert bring_readings(project).state == Job.State.SUCCEEDED


def test_finished_annotation_of_pairs_that_were_here_leaves_them_to_be_annotated() -> None:
    project = make_project()
    for name in "xy":
        make_pair(project, "a cat", "un gatto")
        Item.objects.filter(identifier=f"pair-{project.item_count}").update(identifier=name)
    imported = bring_readings(project)
    take_back(imported)
    rows = set(Item.objects.values_list("state", "required_count", "assigned_count", "submitted_count"))
    assert rows == {("open", 2, 0, 0)} and not Assignment.objects.exists() and not recount_agreement(project)
    lease(make_member(project))


def test_finished_annotation_that_was_adjudicated_stays() -> None:
    project = make_project()
    imported = bring_readings(project)
    item = Item.objects.earliest("number")
    decide_links(user=project.created_by, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(1, 1, "S")])
    with pytest.raises(NotEditable, match="1 adjudicated pair"):
        take_back(imported)


def test_imported_ratings_go_with_their_annotators_and_compounds() -> None:
    project = make_rating_project(level="type", text="")
    before = count_rows(project)
    table = HEADER + b"fish tank,,whole,w1,4\nfish tank,,whole,w2_excluded,0\n"
    imported = bring_study_of_ratings(project, table)
    assert Compound.objects.filter(text="fish tank").exists() and Exclusion.objects.exists()
    take_back(imported)
    assert {label: count for label, count in count_rows(project).items() if "Event" not in label} == {
        label: count for label, count in before.items() if "Event" not in label
    }
    assert bring_study_of_ratings(project, table).state == Job.State.SUCCEEDED


def test_imported_ratings_of_compounds_that_were_here_leave_them_to_be_rated() -> None:
    project = make_rating_project()
    items = set(Item.objects.values_list("number", "state", "required_count", "assigned_count"))
    imported = bring_study_of_ratings(project, STUDY)
    assert set(Item.objects.values_list("number", "state", "required_count", "assigned_count")) != items
    take_back(imported)
    assert set(Item.objects.values_list("number", "state", "required_count", "assigned_count")) == items
    make_rating(make_member(project))

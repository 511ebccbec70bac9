"""Taking an import back: precisely what it brought goes, unless somebody worked on it."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.services.recount import recount_agreement
from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import (
    ImportedAnnotator,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import confirm_import, request_import_preview
from alignment.suggestions.jobs.suggesting import take_suggestions
from alignment.suggestions.models import Suggestion
from alignment.suggestions.services import request_suggestions
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.closing.ownership import list_owned
from annotation_site.exclusions.models import Exclusion
from annotation_site.imports.jobs import take_back_import
from annotation_site.imports.services import request_taking_back
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import store_upload
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from evaluation.finding.services.review import decide_hit
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, Translation, TranslationScore
from idiomaticity.compounds.models import Compound
from tests.evaluation.external_scores.test_services import TABLE as SCORES
from tests.evaluation.external_scores.test_services import hand_in as hand_in_scores
from tests.evaluation.findings import make_finding
from tests.evaluation.judgements import bring_study, make_evaluation_project, make_round, measure_all
from tests.evaluation.translated import add, make_test_set, run
from tests.factories import draw, lease, make_member, make_pair, make_project, make_reading
from tests.idiomaticity.imports.jobs.test_ratings import HEADER, STUDY
from tests.idiomaticity.making import bring_in, make_rating, make_rating_project
from tests.idiomaticity.making import bring_study as bring_study_of_ratings

pytestmark = pytest.mark.django_db
TEXT = "a black cat\tun gatto nero\nit is raining\tpiove\n"
MORE = "compound\tsentence\nfish tank\tA fish tank.\nfish tank\tThe fish tank broke.\n"
GIZA = (
    "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
    "# sentence pair 2\nun gatto nero\nNULL ({ / / }) a ({ 1 / / }) black ({ 3 / / }) cat ({ 2 / / })\n"
)
# They tell of the import and its end, and stay.
KEPT = ("projects.Job", "projects.Upload", "projects.Operation", "projects.Job_uploads", "projects.ProjectEvent")


def bring_pairs(project: Project, text: str = TEXT) -> Job:
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    upload = store_upload(**known, file=ContentFile(text.encode()), name="pairs.tsv")
    asked = request_import_preview(**known, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4())
    preview = run(asked, preview_import)
    return run(confirm_import(**known, preview=preview, leave_out_rejected=True), import_pairs)


def take_back(imported: Job) -> Job:
    project = imported.project
    job = request_taking_back(user=project.created_by, project=project, imported=imported, request_id=uuid4())
    return run(job, take_back_import)


def count_rows(project: Project) -> dict[str, int]:
    found = {}
    for owned in list_owned():
        if owned.model._meta.label not in KEPT:
            found[owned.model._meta.label] = owned.model._base_manager.filter(**{owned.path: project.pk}).count()
    project.refresh_from_db()
    return {**{label: count for label, count in found.items() if count}, "item_count": project.item_count}


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
    with pytest.raises(NotEditable, match="nothing to take back"):
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


def test_a_test_set_goes_with_the_outputs_of_its_file_and_their_scores() -> None:
    project = make_evaluation_project()
    before = count_rows(project)
    test_set = make_test_set(project)
    measure_all(test_set, "mwe-score")
    assert TranslationScore.objects.exists()
    take_back(test_set.job)
    after = count_rows(project)
    # Names of systems may be used elsewhere.
    assert after.pop("evaluation.System") == 2 and after == before


def test_a_test_set_that_people_judge_or_that_got_more_outputs_stays() -> None:
    test_set = make_test_set(make_evaluation_project())
    imported = add(test_set, "later", "Uno.\nDue.\nTre.\nQuattro.\n")
    with pytest.raises(NotEditable, match="1 translation"):
        take_back(test_set.job)
    take_back(imported)
    assert sorted(Translation.objects.values_list("system__name", flat=True)) == ["system one", "system two"]
    make_round(test_set.project, test_set)
    with pytest.raises(NotEditable, match="1 judging round"):
        take_back(test_set.job)
    assert TestSet.objects.exists()


def test_external_scores_go_by_system_and_by_segment() -> None:
    test_set = make_test_set(make_evaluation_project())
    before = count_rows(test_set.project)
    imported = hand_in_scores(test_set, SCORES)
    assert TranslationScore.objects.exists() and SegmentValues.objects.exists()
    take_back(imported)
    assert count_rows(test_set.project) == before


def test_a_study_goes_with_its_correlations() -> None:
    test_set = make_test_set(make_evaluation_project())
    before = count_rows(test_set.project)
    study = bring_study(test_set)
    take_back(study.job)
    assert count_rows(test_set.project) == before


def test_a_search_goes_unless_somebody_reviewed_its_hits() -> None:
    project = make_evaluation_project()
    before = count_rows(project)
    take_back(make_finding(project).job)
    assert count_rows(project) == before
    finding = make_finding(project)
    hit = finding.hits.earliest("pk")
    decide_hit(user=project.created_by, finding=finding, hit=hit, verdict="accepted", seen=0, operation_id=uuid4())
    with pytest.raises(NotEditable, match="1 hit decision"):
        take_back(finding.job)


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
    with pytest.raises(NotEditable, match="nothing to take back"):
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


def test_the_pages_list_what_came_and_take_it_back() -> None:
    project = make_project()
    imported = bring_pairs(project)
    client = Client()
    client.force_login(project.created_by)
    listed = client.get(reverse("projects:job", args=[project.slug, imported.pk])).text
    assert "<dt>Pairs</dt><dd>2</dd>" in listed and "Take back this import" in listed
    address = reverse("projects:import_take_back", args=[project.slug, imported.pk])
    assert "<dt>Pairs</dt><dd>2</dd>" in client.get(address).text
    sent = {"operation_id": str(uuid4())}
    first, second = (client.post(address, sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    run(Job.objects.get(kind="take_back_import"), take_back_import)
    assert client.get(address).status_code == 404
    jobs = client.get(reverse("projects:jobs", args=[project.slug])).text
    assert "Taken back" in jobs and "Import taken back" in jobs
    assert not Item.objects.exists()


def test_the_pages_list_compounds_and_their_items() -> None:
    project = make_rating_project()
    imported = Job.objects.get(kind="compound_import")
    client = Client()
    client.force_login(project.created_by)
    for route in ("projects:job", "projects:import_take_back"):
        shown = client.get(reverse(route, args=[project.slug, imported.pk])).text
        assert f"<dt>Items</dt><dd>{Item.objects.count()}</dd>" in shown


def test_the_page_refuses_with_the_reason() -> None:
    project = make_project()
    imported = bring_pairs(project)
    draw(lease(make_member(project)), "0-0S")
    client = Client()
    client.force_login(project.created_by)
    shown = client.get(reverse("projects:import_take_back", args=[project.slug, imported.pk])).text
    assert "1 assignment with work, on 1 item" in shown and "<button" not in shown.partition("<main")[2]


def test_the_api_takes_back_and_only_managers_may() -> None:
    project = make_project()
    imported = bring_pairs(project)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:job-take-back", args=[project.slug, imported.pk])
    answered = client.post(address, {"request_id": str(uuid4())}, content_type="application/json")
    assert (answered.status_code, answered.json()["kind"]) == (202, "take_back_import")
    with pytest.raises(RoleRequired):
        request_taking_back(user=make_member(project).user, project=project, imported=imported, request_id=uuid4())

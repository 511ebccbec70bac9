"""Parts of an evaluation are deleted with what belongs to them, and come back row by row as they were."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone

from annotation_site.closing import jobs
from annotation_site.closing.models import Deletion
from annotation_site.closing.ownership import list_owned
from annotation_site.closing.services.deleting import request_deletion
from annotation_site.closing.services.erasing import erase_project
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import list_terms
from annotation_site.jobs.running import work_on
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.web.exceptions import NotEditable, RoleRequired
from evaluation.aligner_scores.models import System
from evaluation.alignments.jobs import take_alignment
from evaluation.alignments.models import WordAlignment
from evaluation.alignments.services import add_alignment
from evaluation.correlation.models import HumanStudy
from evaluation.judging.models import JudgingRound, OutputJudgement
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation, TranslationScore
from tests.evaluation.deletions.deleting import delete, part, restore
from tests.evaluation.judgements import make_evaluation_project, make_round, measure_all
from tests.evaluation.releases.making import judge_everything, make_evaluation_release
from tests.evaluation.translated import add, make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)
# The same whether something was deleted and restored or not: what jobs, operations and deletions tell of it is not.
BESIDE = {"Job", "Job_uploads", "Operation", "Deletion", "Project", "ProjectEvent"}


def dump(project: Project) -> dict[str, list[str]]:
    """Return every row of the project, as the database writes it."""
    found = {}
    with connection.cursor() as cursor:
        for owned in list_owned():
            if owned.model.__name__ in BESIDE:
                continue
            table = connection.ops.quote_name(owned.model._meta.db_table)
            key = connection.ops.quote_name(owned.model._meta.pk.column)
            pks = list(owned.model._base_manager.filter(**{owned.path: project.pk}).values_list("pk", flat=True))
            cursor.execute(f"SELECT t::text FROM {table} t WHERE {key} = ANY(%s) ORDER BY 1", [pks])
            found[owned.model.__name__] = [row for (row,) in cursor.fetchall()]
    return found


def find_keys(project: Project) -> dict[str, int]:
    """Return a part of each kind that can be deleted from a judged project."""
    return {
        "test-set": TestSet.objects.get(project=project).pk,
        "alignment": WordAlignment.objects.filter(test_set__project=project, translation__isnull=False).get().pk,
        "score": TranslationScore.objects.filter(measure="bleu").earliest("pk").pk,
        "judging-round": JudgingRound.objects.get(project=project, number=1).pk,
        "study": HumanStudy.objects.get(test_set__project=project).pk,
    }


@pytest.mark.parametrize("name", ["test-set", "alignment", "score", "judging-round", "study"])
def test_what_was_deleted_comes_back_as_it_was(project: Project, name: str) -> None:
    before, counted = dump(project), count(project)
    pk = find_keys(project)[name]
    deletion = delete(project, name, pk)
    without = dump(project)
    assert not part(name).find(project).filter(pk=pk).exists()
    gone = {table: len(before[table]) - len(without[table]) for table in before if before[table] != without[table]}
    assert gone
    assert all(number > 0 for table, number in gone.items() if table != "Membership"), gone
    job = restore(deletion)
    assert job.state == Job.State.SUCCEEDED, job.error
    after = dump(project)
    assert {table: rows for table, rows in after.items() if rows != before[table]} == {}
    assert count(project) == counted
    kinds = Operation.objects.filter(project=project, kind__in=["delete_part", "restore_part"])
    assert list(kinds.order_by("pk").values_list("kind", flat=True)) == ["delete_part", "restore_part"]


def count(project: Project) -> tuple[int, list[int]]:
    members = Membership.objects.filter(project=project).order_by("pk")
    return Project.objects.get(pk=project.pk).item_count, list(members.values_list("submitted_count", flat=True))


def test_a_round_goes_with_its_items_and_annotators_are_not_credited(project: Project) -> None:
    deletion = delete(project, "judging-round", find_keys(project)["judging-round"])
    tasks = JudgingRound.objects.get(project=project).task_count
    items, submitted = count(project)
    assert items == project.items.count() == tasks
    assert sum(submitted) == 3 * tasks
    assert deletion.counts["judging rounds"] == 1
    assert deletion.counts["judgements"] > deletion.counts["assignments"] > 0
    assert not OutputJudgement.objects.filter(assignment__item__judgement_task__judging_round__number=1).exists()
    # Work goes on with the other round, and the next round gets a number of its own.
    assert make_round(project, project.test_sets.get()).number == 3


@pytest.mark.parametrize("name", ["translation", "system"])
def test_judged_translations_stay_and_the_reason_is_told(project: Project, name: str) -> None:
    model: Any = {"translation": Translation, "system": System}[name]
    found = model.objects.earliest("pk")
    with pytest.raises(NotEditable, match=f"This {name} cannot be deleted, because of .*2 judging rounds"):
        delete(project, name, found.pk)
    assert not Deletion.objects.exists()


@pytest.mark.parametrize("name", ["translation", "system"])
def test_translations_go_with_alignment_and_scores_and_come_in_again(files_folder: object, name: str) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project, systems=("system two",))
    add(test_set, "new", "A\nB\nC\nD\n")
    measure_all(test_set, "bleu")
    model: Any = {"translation": Translation, "system": System}[name]
    found = (
        model.objects.filter(system__name="new") if name == "translation" else model.objects.filter(name="new")
    ).get()
    deletion = delete(project, name, found.pk)
    assert deletion.counts == {"translations": 1, "scores": 1}
    assert [str(each.system) for each in test_set.translations.all()] == ["system two"]
    # The same bytes under the same name are not taken for the import of before.
    assert add(test_set, "new", "A\nB\nC\nD\n").result["systems"] == ["new"]
    measure_all(test_set, "bleu")
    assert TranslationScore.objects.filter(translation__system__name="new").count() == 1
    job = restore(deletion)
    assert (job.state, "something with its name exists by now" in job.error) == (Job.State.FAILED, True)
    delete(project, name, model.objects.latest("pk").pk)
    assert restore(Deletion.objects.get(pk=deletion.pk)).state == Job.State.SUCCEEDED
    assert TranslationScore.objects.filter(translation__system__name="new").count() == 1


def test_a_file_goes_when_its_days_are_over_and_the_record_stays(files_folder: object, settings: Any) -> None:
    settings.PROJECT_GRACE_DAYS = 30
    project = make_evaluation_project()
    deletion = delete(project, "test-set", make_test_set(project).pk)
    [term] = [each for each in list_terms() if each.noun == "deleted parts of projects"]
    assert deletion.until == deletion.deleted_at + timedelta(days=30)
    assert not term.find_due().exists()
    Deletion.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert term.delete(term.find_due()) == 1
    assert not default_storage.exists(deletion.file.name)
    deletion.refresh_from_db()
    assert (bool(deletion.file), deletion.until, deletion.name) == (False, None, "Idioms")
    with pytest.raises(NotEditable, match="can no longer be restored"):
        restore(deletion)


def test_what_a_release_holds_is_never_erased(project: Project) -> None:
    release = make_evaluation_release(project)
    keys = find_keys(project)
    made = [delete(project, name, keys[name]) for name in ("score", "judging-round", "study", "alignment", "test-set")]
    Deletion.objects.update(deleted_at=timezone.now() - timedelta(days=1000))
    [term] = [each for each in list_terms() if each.noun == "deleted parts of projects"]
    assert [each.releases for each in made] == [[release.number]] * 5
    assert term.delete(term.find_due()) == 0
    for each in reversed(Deletion.objects.order_by("pk")):
        assert each.until is None
        assert restore(each).state == Job.State.SUCCEEDED


def test_an_interrupted_deletion_deletes_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch, files_folder: Any
) -> None:
    before = dump(project)
    folder = files_folder / "deleted"
    files = set(folder.iterdir()) if folder.exists() else set()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(Deletion.objects, "create", fail)
    pk = find_keys(project)["test-set"]
    job = request_deletion(user=project.created_by, project=project, part=part("test-set"), pk=pk, request_id=uuid4())
    work_on(job.pk, jobs.delete_part)
    assert dump(project) == before
    assert (set(folder.iterdir()) if folder.exists() else set()) == files


def test_only_managers_delete_and_jobs_at_work_are_not_disturbed(files_folder: object) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    asked: dict[str, Any] = {"project": project, "part": part("test-set"), "pk": test_set.pk, "request_id": uuid4()}
    with pytest.raises(RoleRequired):
        request_deletion(user=adjudicator, **asked)
    job = Job.objects.filter(project=project).latest("pk")
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, parameters={"test_set": test_set.pk})
    with pytest.raises(NotEditable, match="Jobs are at work on this test set"):
        request_deletion(user=project.created_by, **asked)


@pytest.mark.parametrize(("name", "said"), [("test-set", "test set was"), ("translation", "translations were")])
def test_a_job_that_waited_behind_the_deletion_says_what_is_gone(files_folder: object, name: str, said: str) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project, systems=("system two",))
    translation = test_set.translations.get()
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "translation": translation}
    job = add_alignment(**asked, file=ContentFile(b"0-0\n" * 4), file_name="links.txt")
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED)  # behind the deletion, which waits for nobody
    delete(project, name, test_set.pk if name == "test-set" else translation.pk)
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED)
    work_on(job.pk, take_alignment)
    job.refresh_from_db()
    assert (job.state, f"The {said} deleted after this was requested." in job.error) == (Job.State.FAILED, True)


def test_deleted_parts_go_with_their_project(project: Project) -> None:
    deletion = delete(project, "test-set", find_keys(project)["test-set"])
    name = deletion.file.name
    Project.objects.filter(pk=project.pk).update(
        state=Project.State.DELETED, closed_by=project.created_by, closed_at=timezone.now() - timedelta(days=1000)
    )
    assert erase_project(project.pk)
    assert not Deletion.objects.exists()
    assert not default_storage.exists(name)


def test_work_under_a_deleted_round_meets_no_server_error(project: Project, client: Any) -> None:
    annotator = make_member(project)
    make_round(project, project.test_sets.get(), required_count=1, name="Third")
    judge: Callable[..., None] = judge_everything
    judge(annotator, 1)
    assignment = annotator.assignments.latest("pk")
    client.force_login(annotator.user)
    assert client.get(f"/evaluation/assignments/{assignment.pk}/").status_code in (200, 302, 404)
    delete(project, "judging-round", JudgingRound.objects.get(number=3).pk)
    assert client.get(f"/evaluation/{project.slug}/assignments/").status_code == 200

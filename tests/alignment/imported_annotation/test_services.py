"""An import of readings is confirmed once, with an annotator for each reader; nobody can sign in as one of them."""

import pytest

from alignment.imported_annotation.jobs.reading import import_readings
from alignment.imported_annotation.services import ImportedAnnotator
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.imported_annotation.importing import (
    FIRST,
    SECOND,
    bring_in,
    confirm,
    look,
    make_numbered_pair,
    work,
)
from tests.factories import make_member, make_pair, make_project

pytestmark = pytest.mark.django_db


def test_nobody_can_sign_in_as_an_imported_annotator():
    project = make_project()
    bring_in(project, FIRST)
    member = project.memberships.get(role=Role.ANNOTATOR)
    assert not member.user.is_active
    assert not member.user.has_usable_password()
    assert member.user.email.endswith(".invalid")


def test_a_file_may_be_the_work_of_a_member():
    project = make_project()
    known = make_member(project)
    work(confirm(look(project, [FIRST]), ImportedAnnotator(member=known.pk)), import_readings)
    assert known.assignments.submitted().count() == 1
    assert project.memberships.filter(role=Role.ANNOTATOR).count() == 1


def test_rows_are_left_out_only_when_that_is_confirmed():
    preview = look(make_project(), [FIRST + "nonsense\n"])
    with pytest.raises(DomainError, match="1 row has errors and would be left out"):
        confirm(preview)
    assert work(confirm(preview, leave_out_rejected=True), import_readings).result["pairs"] == 1


def test_one_preview_gives_one_import():
    preview = look(make_project(), [FIRST])
    assert confirm(preview) == confirm(preview)
    with pytest.raises(NotEditable):
        confirm(Job.objects.get(kind="readings_import"), ImportedAnnotator("Ada"))


def test_a_project_that_changed_meanwhile_is_previewed_again():
    project = make_project()
    preview = look(project, [FIRST])
    bring_in(project, FIRST)
    with pytest.raises(DomainError, match="changed since the preview"):
        work(confirm(preview), import_readings)
    assert project.items.count() == 1


def test_one_person_cannot_be_two_readers():
    project = make_project()
    known = ImportedAnnotator(member=make_member(project).pk)
    preview = look(project, [FIRST, SECOND])
    with pytest.raises(
        DomainError,
        match="An annotator cannot have two readings of a pair",
    ):
        confirm(preview, known, known)
    with pytest.raises(DomainError, match="needs a name"):
        confirm(preview, known, ImportedAnnotator(" "))
    stranger = ImportedAnnotator(member=make_member(make_project()).pk)
    with pytest.raises(DomainError, match="annotators from this project"):
        confirm(preview, known, stranger)


SAME = '{"id": "pair-1", "sure": "0-0 1-1"}\n'


@pytest.mark.parametrize("other", [SAME, '{"id": "pair-1", "sure": "1-1 0-0", "possible": ""}\n'])
def test_readers_with_the_same_links_are_imported_only_when_that_is_accepted(other):
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    preview = look(project, [SAME, other, '{"id": "pair-1", "sure": "0-0"}\n'], "jsonl")
    assert preview.result["twins"] == [{"names": ["0", "1"], "pairs": 1}]
    with pytest.raises(DomainError, match=r"“0” and “1” have the same links in their only pair\. Confirm"):
        confirm(preview)
    assert work(confirm(preview, accept_identical=True), import_readings).state == Job.State.SUCCEEDED


def test_readers_without_links_are_not_called_the_same():
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    assert look(project, ['{"id": "pair-1"}\n'] * 2, "jsonl").result["twins"] == []


def test_names_that_differ_only_in_case_or_spaces_are_refused():
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    line = '{"id": "pair-1", "annotator": "%s", "sure": "%s"}\n'
    preview = look(project, [line % ("Anna", "0-0") + line % ("anna ", "1-1")], "jsonl")
    assert preview.result["alike_names"] == [["Anna", "anna "]]
    with pytest.raises(DomainError, match=r"“Anna” and “anna” differ only in case or spaces\. Give each"):
        confirm(preview, ImportedAnnotator("Anna"), ImportedAnnotator("anna"))
    with pytest.raises(DomainError, match="2 annotators have the name “Anna”"):
        confirm(preview, ImportedAnnotator("Anna"), ImportedAnnotator("Anna"))
    confirm(preview, ImportedAnnotator("Anna B."), ImportedAnnotator("Anna C."))


def test_blank_lines_after_the_last_pair_are_the_end_of_a_file():
    project = make_project()
    make_numbered_pair(project, "a cat", "un gatto")
    job = bring_in(project, "0-0\n\n \n", "0-0 1-1\n", alignment_format="pharaoh")
    assert (job.result["pairs"], job.result["rejected_count"]) == (1, 0)

"""Erasing a deleted project: nothing of it stays but the record, and nothing of others goes."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from django.db.models import Count, FileField
from django.utils import timezone
from pghistory.models import Context

from annotation_site.accounts.models import User
from annotation_site.closing.models import ErasedProject
from annotation_site.closing.ownership import list_owned
from annotation_site.closing.services import erasing
from annotation_site.closing.services.closing import delete_project, restore_project
from annotation_site.closing.services.erasing import erase_due_projects, erase_project
from annotation_site.jobs.models import Upload
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import RoleRequired
from evaluation.alignments.models import WordAlignment
from tests.authorisation.world import World
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Two projects of each kind with one of everything that has an address."""
    with django_db_blocker.unblock(), undone():
        yield World.build()


def delete_long_ago(project: Project) -> None:
    operator = User.objects.get(pk=project.created_by_id)
    operator.is_superuser = True  # it has releases
    delete_project(user=operator, project=project, name=project.name)
    Project.objects.filter(pk=project.pk).update(closed_at=timezone.now() - timedelta(days=31))


def count_rows() -> dict[int, dict[str, int]]:
    """Return the number of rows by project and table; of tables without any, nothing."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    for owned in list_owned():
        rows = owned.model._base_manager.order_by().values_list(owned.path)
        for project, count in rows.annotate(Count("pk")):
            counts[project][owned.model._meta.label] = count
    return counts


def count_all() -> dict[str, int]:
    return {owned.model._meta.label: owned.model._base_manager.count() for owned in list_owned()}


def files_of(project: int) -> set[str]:
    found = set()
    for owned in list_owned():
        rows = owned.model._base_manager.filter(**{owned.path: project})
        for field in owned.model._meta.concrete_fields:
            if isinstance(field, FileField):
                found |= set(rows.values_list(field.name, flat=True))
    return found


@pytest.mark.parametrize("kind", Project.Kind.values)
@pytest.mark.parametrize("chunk", [3, 5_000])
def test_everything_of_the_project_goes_and_nothing_of_others(
    world: World, kind: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "CHUNK", chunk)
    own, foreign = world.own.projects, world.foreign.projects
    project = own[kind]
    stayers = [each.pk for each in (*own.values(), *foreign.values()) if each != project]
    with undone():
        before, everything = count_rows(), count_all()
        delete_long_ago(project)
        gone = count_rows()[project.pk]
        assert len(gone) > 15
        assert erase_due_projects() == 1
        after, left = count_rows(), count_all()
        assert after[project.pk] == {} and not Project.objects.filter(pk=project.pk).exists()
        assert all(before[pk] and after[pk] == before[pk] for pk in stayers)
        for label, count in gone.items():
            added = {"projects.Operation": 1, "projects.ProjectEvent": 2}.get(label, 0)
            assert everything[label] + added - count <= left[label] <= everything[label] + added - count + 1, label
        record = ErasedProject.objects.get()
        assert (record.name, record.slug, record.kind) == (project.name, project.slug, kind)
        assert record.deleted_by == project.created_by and record.counts["projects.Item"] == gone["projects.Item"]


def test_files_leave_the_store(world: World) -> None:
    kept = files_of(world.foreign.project.pk)
    assert kept
    with undone():
        # Copies, because other tests erase this project, too, and take the files with them.
        for upload in world.own.ratings.project.uploads.all():
            name = default_storage.save("uploads/copy", ContentFile(b"fish tank"))
            Upload.objects.filter(pk=upload.pk).update(file=name)
        names = files_of(world.own.ratings.project.pk)
        assert names and all(default_storage.exists(name) for name in names)
        delete_long_ago(world.own.ratings.project)
        erase_due_projects()
        assert not any(default_storage.exists(name) for name in names)
        assert all(default_storage.exists(name) for name in kept)


def test_a_project_in_its_days_of_grace_is_not_erased(world: World) -> None:
    with undone():
        project = world.own.ratings.project
        delete_project(user=project.created_by, project=project, name=project.name)
        assert erase_due_projects() == 0 and not ErasedProject.objects.exists()
        assert count_rows()[project.pk]["projects.Item"]


def test_erasing_that_was_interrupted_goes_on_and_cannot_be_undone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = world.own.ratings.project
    with undone():
        delete_long_ago(project)
        erase_rows, calls = erasing._delete_chunk, []

        def fail_at_the_tenth(*args: Any) -> None:
            calls.append(args)
            if len(calls) == 10:
                raise ConnectionError
            erase_rows(*args)

        with monkeypatch.context() as patch, pytest.raises(ConnectionError):
            patch.setattr(erasing, "_delete_chunk", fail_at_the_tenth)
            erase_project(project.pk)
        counts = ErasedProject.objects.get().counts
        assert not Project.objects.for_user(project.created_by).filter(pk=project.pk).exists()
        with pytest.raises(RoleRequired):
            restore_project(user=project.created_by, project=project)
        assert erase_project(project.pk)
        assert count_rows()[project.pk] == {} and ErasedProject.objects.get().counts == counts


def test_the_database_still_refuses_to_delete_operations_elsewhere(world: World) -> None:
    with undone():
        delete_long_ago(world.own.ratings.project)
        erase_due_projects()
        with pytest.raises(DatabaseError, match="Cannot update or delete"), transaction.atomic():
            Operation.objects.filter(project=world.own.project).delete()


def test_people_without_an_account_go_with_their_only_project(world: World) -> None:
    with undone():
        project = world.own.ratings.project
        guest = User.objects.create(email="crowd-1@crowd.invalid", name="Crowd")
        User.objects.filter(pk=world.own.ratings.other.user_id).update(email="imported-1@annotators.invalid")
        project.memberships.create(user=guest, role="annotator", pseudonym="ZZ")
        delete_long_ago(project)
        erase_due_projects()
        assert not User.objects.filter(pk=guest.pk).exists()
        # In another project, too.
        assert User.objects.filter(pk=world.own.ratings.other.user_id).exists()


def test_no_context_of_history_stays_without_history(world: World) -> None:
    with undone():
        delete_long_ago(world.own.ratings.project)
        erase_due_projects()
        used = {
            context
            for owned in list_owned()
            if owned.is_history
            for context in owned.model._base_manager.values_list("pgh_context", flat=True)
        }
        assert set(Context.objects.values_list("pk", flat=True)) <= used


def test_a_test_set_keeps_the_links_of_a_release_whose_project_is_erased(world: World) -> None:
    with undone():
        upload = world.foreign.judging.project.uploads.first()
        alignment = WordAlignment.objects.create(
            test_set=world.foreign.judging.test_set, release=world.own.release, sha256="0" * 64, link_count=1
        )
        assert upload
        delete_long_ago(world.own.project)
        erase_due_projects()
        alignment.refresh_from_db()
        assert alignment.release_id is None and alignment.link_count == 1


def test_every_table_with_a_key_to_a_project_is_known() -> None:
    """A table whose rows lead to a project only by keys that may be null would be forgotten."""
    known = {owned.model for owned in list_owned()}
    for owned in list_owned():
        for related in owned.model._meta.related_objects:
            assert related.related_model in known, f"{related.related_model} is not erased with {owned.model}"

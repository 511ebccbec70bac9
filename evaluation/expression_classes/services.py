"""Services for copying classes from a compositionality project to a test set's expressions, and for undoing that."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from evaluation.expression_classes.queries import Choose, Marked, find_class_changes
from evaluation.marked_expressions.models import ExpressionClassChange
from evaluation.marked_expressions.queries import count_class_changes, find_last_class_change
from evaluation.measures.words import find_missing_lemmas
from evaluation.metrics.words import lemmatiser
from evaluation.sources.compositionality import find_compound_projects, read_classed_compounds
from evaluation.test_sets.models import TestSet
from expressions.categories.compositionality import HIGHEST_MEAN, LOWEST_MEAN, ClassFinder

TAKE, CLEAR, UNDO = "take_expression_classes", "clear_expression_classes", "undo_expression_classes"


def take_classes(
    *,
    user: User,
    test_set: TestSet,
    project: Project,
    version: int,
    operation_id: UUID,
    bounds: tuple[float, float] | None = None,
    replaces: bool = False,
) -> ExpressionClassChange | None:
    """Give expressions the class that a compositionality project has for them, or return None for a repeated operation
    id.

    The class is that of experts, if one is in force, otherwise by `bounds` on the mean rating of the whole. An
    expression is found by its label or its words in the source, as spelled or by their lemmas; one that has a class
    keeps it unless `replaces`. Existing scores keep the classes they were computed from; the test set has a new hash,
    under which it is measured again.
    """
    if not find_compound_projects(user).filter(pk=project.pk).exists():
        raise DomainError("There is no such compositionality project with results that you can see.")
    _require_bounds(bounds)
    # The same expressions occur again and again.
    find = cache(_make_finder(test_set, project, bounds).find)

    def choose(marked: Marked) -> str:
        kept = "" if replaces else marked.expression_class
        return kept or find(marked.label, _words_of(marked)) or marked.expression_class

    origin = {"project": project.pk, "name": project.name, "bounds": bounds, "replaces": replaces}
    return _change(user, test_set, TAKE, version, operation_id, choose, origin)


def clear_classes(*, user: User, test_set: TestSet, version: int, operation_id: UUID) -> ExpressionClassChange | None:
    """Clear the class of every expression, including those imported with the file."""
    return _change(user, test_set, CLEAR, version, operation_id, lambda marked: "", {})


def undo_classes(*, user: User, test_set: TestSet, version: int, operation_id: UUID) -> ExpressionClassChange | None:
    """Undo the latest change of classes in force; expressions marked differently since then stay as they are."""
    with transaction.atomic():
        locked = _lock(user, test_set)
        if is_repeat(actor=user, operation_id=operation_id, kind=UNDO, about={"test_set": locked.pk}):
            return None
        _require_version(locked, version)
        last = find_last_class_change(locked)
        if last is None:
            raise NotEditable("There is no change of classes to undo.")
        undone = {
            (segment, position): (label, before, after) for segment, position, label, before, after in last.changes
        }

        def choose(marked: Marked) -> str:
            label, before, after = undone.get((marked.number, marked.position), ("", "", None))
            is_same = (marked.label, marked.expression_class) == (label, after)
            return before if is_same else marked.expression_class

        return _store(user, locked, UNDO, operation_id, choose, last.origin, undoes=last)


def _change(
    user: User,
    test_set: TestSet,
    kind: str,
    version: int,
    operation_id: UUID,
    choose: Choose,
    origin: dict[str, Any],
) -> ExpressionClassChange | None:
    with transaction.atomic():
        locked = _lock(user, test_set)
        if is_repeat(actor=user, operation_id=operation_id, kind=kind, about={"test_set": locked.pk}):
            return None
        _require_version(locked, version)
        return _store(user, locked, kind, operation_id, choose, origin)


def _lock(user: User, test_set: TestSet) -> TestSet:
    """Lock the test set for a manager.

    Changes of expressions take the same lock, so that the hash reflects their order.
    """
    require(can_manage, user, test_set.project)
    return TestSet.objects.select_for_update(no_key=True, of=("self",)).select_related(None).get(pk=test_set.pk)


def _require_version(test_set: TestSet, version: int) -> None:
    if count_class_changes(test_set) != version:
        sentence = "The classes of this test set have been changed since."
        raise StaleVersion(sentence, state={"version": count_class_changes(test_set)})


def _require_bounds(bounds: tuple[float, float] | None) -> None:
    if bounds is not None and not LOWEST_MEAN <= bounds[0] <= bounds[1] <= HIGHEST_MEAN:
        raise DomainError("Bounds must be two means from 0 to 5, the lower one first.")


def _make_finder(test_set: TestSet, project: Project, bounds: tuple[float, float] | None) -> ClassFinder:
    language = test_set.source_language.partition("-")[0].lower()
    if project.idiomaticity.language.partition("-")[0].lower() != language:
        raise DomainError(f"{project} is not in the language of the source sentences.")
    classed = []
    for compound in read_classed_compounds(project):
        if expression_class := compound.find_class(bounds):
            classed.append((compound.text, expression_class))
    if not classed:
        raise DomainError(f"No compound of {project} has a class{' or a mean rating' if bounds else ''} yet.")
    return ClassFinder(classed, str.lower if find_missing_lemmas([language]) else lemmatiser(language))


def _words_of(marked: Marked) -> str:
    return " ".join(marked.source[start:end] for start, end in marked.spans)


def _store(
    user: User,
    test_set: TestSet,
    kind: str,
    operation_id: UUID,
    choose: Choose,
    origin: dict[str, Any],
    undoes: ExpressionClassChange | None = None,
) -> ExpressionClassChange:
    class_changes = find_class_changes(test_set, choose)
    changes = class_changes.changes
    if not changes and undoes is None:
        raise DomainError("No classes would change.")
    class_changes.write()
    operation = record_operation(
        actor=user,
        kind=kind,
        project=test_set.project,
        payload={"test_set": test_set.pk, "expressions": len(changes)},
        operation_id=operation_id,
        version=count_class_changes(test_set) + 1,
    )
    stored = ExpressionClassChange.objects.create(
        test_set=test_set, operation=operation, undoes=undoes, origin=origin, changes=changes
    )
    hashed = json.dumps([test_set.expressions_sha256, "classes", changes], sort_keys=True)
    test_set.expressions_sha256 = hashlib.sha256(hashed.encode()).hexdigest()
    test_set.save(update_fields=["expressions_sha256"])
    return stored

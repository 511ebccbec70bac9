"""Deciding about paraphrases: counted anew, undone, and nothing of it in the raw rows."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.paraphrases.queries.queue import list_latest, suggest_decisions
from idiomaticity.paraphrases.services import Wish, decide_paraphrase, undo_paraphrase
from idiomaticity.ratings.models import Paraphrase
from tests.factories import make_member
from tests.idiomaticity.paraphrases.deciding import decide, read

pytestmark = pytest.mark.django_db


def undo(project: Project, decision: int) -> None:
    undo_paraphrase(user=project.created_by, project=project, operation_id=uuid4(), decision=decision)


def test_a_merge_and_a_rejection_change_what_counts_and_no_row(project: Project) -> None:
    before = list(Paraphrase.objects.order_by("pk").values())
    assert read(project) == {"Aquarium": 2, "sweet": 2, "aquariums": 1, "bowl": 1}
    decide(project, "Aquariums ", "merge", into="aquarium")
    decide(project, "sweet", "reject", compound=None)
    assert read(project) == {"Aquarium": 3, "bowl": 1}
    assert list(Paraphrase.objects.order_by("pk").values()) == before


def test_a_decision_is_undone_and_its_history_stays(project: Project) -> None:
    decision = decide(project, "sweet", "reject", compound=None)
    undo(project, decision)
    assert read(project)["sweet"] == 2
    assert not ParaphraseDecision.objects.exists()
    history = ParaphraseDecision.pgh_event_model.objects.values_list("pgh_label", flat=True)  # type: ignore[attr-defined]
    assert "insert" in set(history)
    assert list_latest(project) == []


def test_undoing_brings_back_what_was_decided_before(project: Project) -> None:
    decide(project, "aquariums", "merge", into="aquarium")
    undo(project, decide(project, "aquariums", "reject"))
    assert read(project)["Aquarium"] == 3


def test_what_was_decided_anew_is_not_undone_from_behind(project: Project) -> None:
    first = decide(project, "bowl", "reject")
    decide(project, "bowl", "keep")
    with pytest.raises(NotEditable, match="since"):
        undo(project, first)


def test_sent_twice_it_is_decided_once(project: Project) -> None:
    operation_id = uuid4()
    for _ in "ab":
        decide_paraphrase(
            user=project.created_by, project=project, operation_id=operation_id, wish=Wish("bowl", "reject", 1)
        )
    assert Operation.objects.filter(kind="decide_paraphrase").count() == 1


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("bowl", "merge", None, "aquarium"), "Variants can be merged only within a compound."),
        (Wish("bowl", "merge", 1, "Bowl"), "into itself"),
        (Wish("bowl", "merge", 1, "tank"), "” is not a paraphrase of this compound."),
        (Wish("bowl", "reject", 1, "tank"), "Give the paraphrase to merge into for merges only."),
        (Wish(" ", "reject", 1), "Give the paraphrase"),
        (Wish("bowl", "burn", 1), "Choose one"),
        (Wish("bowl", "reject", 7), "no compound 7"),
    ],
)
def test_what_makes_no_sense_is_refused(project: Project, wish: Wish, said: str) -> None:
    with pytest.raises(DomainError, match=said):
        decide_paraphrase(user=project.created_by, project=project, operation_id=uuid4(), wish=wish)


def test_merges_do_not_run_in_a_ring(project: Project) -> None:
    decide(project, "bowl", "merge", into="aquarium")
    with pytest.raises(DomainError, match="already"):
        decide(project, "aquarium", "merge", into="bowl")


def test_the_database_keeps_a_form_decided_once(project: Project) -> None:
    decide(project, "sweet", "reject", compound=None)
    row = ParaphraseDecision.objects.get()
    row.pk = None
    row._state.adding = True
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_annotators_decide_nothing(project: Project) -> None:
    annotator = make_member(project).user
    with pytest.raises(RoleRequired):
        decide_paraphrase(user=annotator, project=project, operation_id=uuid4(), wish=Wish("bowl", "reject", 1))


def test_suggestions_go_once_decided(project: Project) -> None:
    assert [(each.kind, each.form, each.into) for each in suggest_decisions(project)] == [
        ("variant", "aquariums", "aquarium")
    ]
    decide(project, "aquariums", "keep")
    assert suggest_decisions(project) == []

"""Services for classes of compounds: appointing experts, storing their judgements, and the class in force."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from annotation_site.accounts.models import User
from annotation_site.notices.services import notify
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.classes.judged import settle_class
from idiomaticity.classes.models import ClassExpert, ClassJudgement, CompoundAdjudication
from idiomaticity.classes.queries import CLASSES_LEFT, read_judgements, require_expert
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.scores import CLASSES

NAME, JUDGE = "name_class_expert", "judge_class"


@transaction.atomic
def name_expert(*, user: User, project: Project, annotator_id: int, is_asked: bool, operation_id: UUID) -> ClassExpert:
    """Appoint an annotator as an expert, or dismiss them; their judgements stay and count."""
    require(can_manage, user, project)
    annotators = project.memberships.active().annotators()
    annotator: Membership = get_object_or_404(annotators.select_for_update(no_key=True, of=("self",)), pk=annotator_id)
    about = {"annotator": annotator.pseudonym}
    if is_repeat(actor=user, operation_id=operation_id, kind=NAME, project=project, about=about):
        return ClassExpert.objects.get(membership=annotator)
    expert, _ = ClassExpert.objects.update_or_create(
        membership=annotator, defaults={"is_asked": is_asked}, create_defaults={"is_asked": is_asked, "named_by": user}
    )
    payload = {**about, "is_asked": is_asked}
    record_operation(actor=user, project=project, kind=NAME, payload=payload, operation_id=operation_id)
    if is_asked:
        invited = Membership.objects.filter(pk=annotator.pk)
        notify(task=CLASSES_LEFT, project=project, actor=user, annotators=invited)
    return expert


@transaction.atomic
def judge_class(
    *, user: User, project: Project, number: int, compound_class: str, operation_id: UUID
) -> ClassJudgement:
    """Store an expert's class of a compound, or change it; refused once the compound is adjudicated."""
    expert = require_expert(user, project)
    if compound_class not in CLASSES:
        raise DomainError(f"Choose one of {', '.join(CLASSES)}.")
    # Locked before the compound, in the same order as by an exclusion, so that one of the two sees the other.
    Membership.objects.select_for_update(no_key=True, of=("self",)).get(pk=expert.pk)
    compound = lock_compound(project, number)
    about = {"compound": number}
    if is_repeat(actor=user, operation_id=operation_id, kind=JUDGE, project=project, about=about):
        return ClassJudgement.objects.get(compound=compound, expert=expert)
    if CompoundAdjudication.objects.filter(compound=compound, is_done=True).exists():
        raise NotEditable(gettext("This compound has been adjudicated. You can no longer change its class."))
    before = ClassJudgement.objects.filter(compound=compound, expert=expert).first()
    judgement, _ = ClassJudgement.objects.update_or_create(
        compound=compound, expert=expert, defaults={"compound_class": compound_class}
    )
    settle_compound(compound)
    record_operation(
        actor=user,
        project=project,
        kind=JUDGE,
        payload={
            **about,
            "annotator": expert.membership.pseudonym,
            "before": before.compound_class if before else "",
            "after": compound_class,
        },
        operation_id=operation_id,
    )
    return judgement


def lock_compound(project: Project, number: int) -> Compound:
    """Return the compound, locked against judgements and decisions of others; raise 404 if there is none."""
    compounds = Compound.objects.select_for_update(no_key=True, of=("self",)).select_related("project")
    compound: Compound = get_object_or_404(compounds, project=project, number=number)
    return compound


def settle_compound(compound: Compound) -> None:
    """Store the class in force, which scores, figures and releases read; needs the caller's transaction and lock."""
    _settle(compound.project, [compound])


def settle_classes(project: Project, numbers: Collection[int]) -> None:
    """Recompute the class in force of compounds whose judgements were imported, or taken back."""
    compounds = Compound.objects.filter(project=project, number__in=numbers).order_by("pk")
    _settle(project, list(compounds.select_for_update(no_key=True, of=("self",))))


def settle_compounds_of(annotator: Membership) -> None:
    """Recompute the class in force of compounds judged by a locked annotator who was excluded or readmitted."""
    judged = ClassJudgement.objects.filter(expert__membership=annotator).values("compound")
    compounds = Compound.objects.filter(pk__in=judged).order_by("pk").select_for_update(no_key=True, of=("self",))
    _settle(annotator.project, list(compounds))


def _settle(project: Project, compounds: Sequence[Compound]) -> None:
    judgements = read_judgements(project, compounds)
    decided = dict(CompoundAdjudication.objects.filter(compound__in=compounds).values_list("compound", "decided_class"))
    for compound in compounds:
        given = judgements.get(compound.number, {}).values()
        compound.compound_class, _ = settle_class(compound.imported_class, given, decided.get(compound.pk, ""))
    Compound.objects.bulk_update(compounds, ["compound_class"], batch_size=1_000)

"""Reads of classes: experts' judgements and progress, and an expert's next compound."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.assignments.progress import Progress
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.queries import is_excluded
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.pending_tasks import PendingTask
from annotation_site.web.exceptions import NotEditable, RoleRequired
from idiomaticity.classes.judged import ClassAgreement, measure_class_agreement, settle_class
from idiomaticity.classes.models import ClassExpert, ClassJudgement, CompoundAdjudication
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.scores import CLASSES


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A compound with the class in force, its source, and the experts' judgements (pseudonym → class)."""

    compound: Compound
    source: str
    judgements: Mapping[str, str]
    is_unseen: bool = False

    @property
    def compound_class(self) -> str:
        """Return the class in force, or an empty string while the user must not see it."""
        return "" if self.is_unseen else self.compound.compound_class

    @property
    def label(self) -> str:
        """Return the class in words."""
        return CLASSES.get(self.compound_class, "")

    @property
    def differ(self) -> bool:
        """Return whether experts chose different classes."""
        return len(set(self.judgements.values())) > 1


CLASSES_LEFT = PendingTask(
    name="classes_left",
    ability=can_annotate,
    route="idiomaticity:classify",
    one=gettext_noop("Classify 1 compound"),
    many=gettext_noop("Classify {count} compounds"),
    news=gettext_noop("You were asked to classify compounds."),
    rows=lambda user: (
        Compound.objects.filter(project=OuterRef("pk"))
        .filter(Exists(_counting_experts(user).filter(membership__project=OuterRef("project"))))
        .exclude(class_judgements__expert__membership__user=user)
        .exclude(adjudication__is_done=True)
    ),
)


def _counting_experts(user: User) -> QuerySet[ClassExpert]:
    """Return the person's appointments as an expert in all projects, without those from which they are excluded."""
    own = ClassExpert.objects.filter(membership__user=user, membership__state=Membership.State.ACTIVE, is_asked=True)
    return own.exclude(Exists(Exclusion.objects.filter(membership=OuterRef("membership"), lifted_at=None)))


def require_expert(user: User, project: Project) -> ClassExpert:
    """Return the user's appointment as an expert, or raise RoleRequired."""
    membership = require_annotator(user, project)
    expert = ClassExpert.objects.filter(membership=membership, is_asked=True).select_related("membership").first()
    if expert is None:
        raise RoleRequired("Only experts appointed by the project manager can classify compounds.")
    return expert


def read_expert_progress(membership: Membership) -> Progress | None:
    """Return the numbers of compounds that the annotator classified and has yet to classify as an expert, or None."""
    expert = ClassExpert.objects.filter(membership=membership, is_asked=True).first()
    if expert is None:
        return None
    left = 0 if is_excluded(membership) else _find_left(expert, membership.project).count()
    return Progress(ClassJudgement.objects.filter(expert=expert).count(), left)


def find_unseen(user: User, project: Project) -> frozenset[int]:
    """Return the numbers of compounds that the user still has to classify as an expert.

    Managers and adjudicators can be experts too; seeing others' classes first would bias theirs.
    """
    own = ClassExpert.objects.filter(membership__user=user, membership__project=project, is_asked=True)
    expert = own.filter(membership__in=Membership.objects.active()).select_related("membership").first()
    if expert is None or is_excluded(expert.membership):
        return frozenset()
    return frozenset(_find_left(expert, project))


def unseen_by(user: User) -> Q:
    """Return the condition on rows with `compound` and `project` that the user still has to classify the compound."""
    own = ClassJudgement.objects.filter(compound=OuterRef("compound"), expert__membership__user=user)
    return Q(Exists(_counting_experts(user).filter(membership__project=OuterRef("project")))) & ~Q(Exists(own))


def require_seen(user: User, project: Project, number: int) -> None:
    """Raise NotEditable if the user is an expert who has yet to classify the compound."""
    if number in find_unseen(user, project):
        raise NotEditable("You are an expert for this compound. Classify it first, under Classes.")


def hide_unseen(rows: Collection[ClassRow], unseen: Collection[int]) -> list[ClassRow]:
    """Return the rows with everything hidden that the user must not see yet."""
    return [ClassRow(row.compound, "", {}, is_unseen=True) if row.compound.number in unseen else row for row in rows]


def find_next(expert: ClassExpert, project: Project) -> Compound | None:
    """Return the expert's next unclassified compound, in an order of their own; None while they are excluded."""
    if is_excluded(expert.membership):
        return None
    numbers = list(_find_left(expert, project))
    if not numbers:
        return None
    first = min(numbers, key=lambda number: _place(project, expert, number))
    compound: Compound = Compound.objects.get(project=project, number=first)
    return compound


def find_last(expert: ClassExpert, before: Compound | None = None) -> Compound | None:
    """Return the compound that the expert classified last, or last before this one."""
    judgements = ClassJudgement.objects.filter(expert=expert).select_related("compound").order_by("-judged_at", "-pk")
    if before is not None and (own := judgements.filter(compound=before).first()) is not None:
        judgements = judgements.filter(judged_at__lt=own.judged_at)
    last = judgements.first()
    return last.compound if last else None


def read_judgements(
    project: Project, compounds: Collection[Compound] | None = None, *, with_excluded: bool = False
) -> dict[int, dict[str, str]]:
    """Return compound number → pseudonym → class; without excluded annotators unless requested."""
    rows = ClassJudgement.objects.filter(compound__project=project)
    if not with_excluded:
        rows = rows.exclude(expert__membership__in=Exclusion.objects.active(project).values("membership"))
    if compounds is not None:
        rows = rows.filter(compound__in=[compound.pk for compound in compounds])
    judgements: dict[int, dict[str, str]] = defaultdict(dict)
    named = rows.order_by("pk").values_list("compound__number", "expert__membership__pseudonym", "compound_class")
    for number, pseudonym, given in named:
        judgements[number][pseudonym] = given
    return judgements


def read_classes(project: Project, *, with_excluded: bool = False) -> list[ClassRow]:
    """Return every compound in the order of the project; excluded annotators never affect the class in force."""
    counted = read_judgements(project)
    judgements = read_judgements(project, with_excluded=True) if with_excluded else counted
    decided = dict(
        CompoundAdjudication.objects.filter(compound__project=project).values_list("compound", "decided_class")
    )
    return [
        ClassRow(
            compound,
            settle_class(
                compound.imported_class, counted.get(compound.number, {}).values(), decided.get(compound.pk, "")
            )[1],
            judgements.get(compound.number, {}),
        )
        for compound in Compound.objects.filter(project=project).order_by("number")
    ]


def measure_project(rows: Collection[ClassRow]) -> ClassAgreement:
    """Return the experts' agreement over these rows."""
    return measure_class_agreement(row.judgements for row in rows)


def list_experts(project: Project) -> list[tuple[ClassExpert, int]]:
    """Return current and former experts with the number of compounds they classified; `is_excluded` marks excluded
    ones.
    """
    excluded = Exists(Exclusion.objects.filter(membership=OuterRef("membership"), lifted_at=None))
    experts = ClassExpert.objects.filter(membership__project=project).select_related("membership")
    experts = experts.annotate(is_excluded=excluded)
    return [(expert, expert.given) for expert in experts.annotate(given=Count("judgements")).order_by("membership")]


def _find_left(expert: ClassExpert, project: Project) -> Any:
    """Return the numbers of the compounds that the expert has not classified, without adjudicated ones."""
    judged = ClassJudgement.objects.filter(expert=expert).values("compound")
    left = Compound.objects.filter(project=project).exclude(pk__in=judged).exclude(adjudication__is_done=True)
    return left.values_list("number", flat=True)


def _place(project: Project, expert: ClassExpert, number: int) -> bytes:
    return hashlib.sha256(f"{project.seed}:{expert.pk}:{number}".encode()).digest()

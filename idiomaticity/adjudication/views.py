"""Adjudication of compounds: its queue, its reasons and its two acts, for pages and API of all kinds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import Adjudication, ApiNames, Filter, QueuePart
from annotation_site.adjudication.queries import HistoryEntry, describe_act, list_project_history
from annotation_site.adjudication.queues import DECIDED, TO_DECIDE, QueuePosition
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.models import Item
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.machines.queries import list_shown_answers
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.adjudication.api import CompoundDecisionRequest, CompoundDecisionState, DecidedCompound
from idiomaticity.adjudication.queries import QueueRow, find_next, read_queue
from idiomaticity.adjudication.services import ACTS, Verdict, adjudicate_compound, undo_verdict
from idiomaticity.classes.forms import DoubtsForm, VerdictForm
from idiomaticity.classes.polarisation import Doubts
from idiomaticity.classes.queries import find_unseen, require_seen
from idiomaticity.classes.services import JUDGE
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.queries import write_occurrence
from idiomaticity.ratings.scores import CLASSES
from idiomaticity.results.queries.results import read_distributions
from idiomaticity.scales.judgements import LOWEST, SCALES

# The lists of the queue: beside all that is to be decided, what is there for one kind of reason.
LISTS = {
    TO_DECIDE: _("To decide"),
    "experts": _("Experts disagree"),
    "polarised": _("Polarised ratings"),
    "sentences": _("Sentences differ"),
    "class": _("Class contradicts score"),
    DECIDED: _("Done"),
}
# The names of lists in addresses until they were those of every kind.
EARLIER_NAMES = {"done": DECIDED}


@dataclass(frozen=True)
class CompoundPart(QueuePart):
    """Compounds in doubt by these thresholds, without those that the person has yet to classify as an expert."""

    project: Project | None = None
    thresholds: DoubtsForm | None = None
    unseen: frozenset[int] = frozenset()

    @property
    def form(self) -> DoubtsForm | None:
        return self.thresholds

    @cached_property
    def rows(self) -> list[QueueRow]:
        """Every compound in doubt or decided, read once for a page."""
        assert self.project is not None
        doubts: Doubts | None = self.thresholds.read_doubts() if self.thresholds else None
        return read_queue(self.project, doubts, unseen=self.unseen)

    def list_rows(self, name: str) -> list[QueueRow]:
        """Return the rows of a list."""
        if name == DECIDED:
            return [row for row in self.rows if row.is_done]
        waiting = [row for row in self.rows if not row.is_done and row.reasons]
        if name == TO_DECIDE:
            return waiting
        return [row for row in waiting if name in {reason.kind for reason in row.reasons}]


class CompoundAdjudicating(Adjudication[QueueRow]):
    """Compounds whose experts, raters, sentences or class contradict each other."""

    kind = Project.Kind.IDIOMATICITY
    acts = ACTS
    queue_template = "idiomaticity/adjudication/queue.html"
    template = "idiomaticity/adjudication/adjudicate.html"
    noun = _("compounds")
    start = _("Start with the most disputed compound")
    nothing_left = _("There are no more compounds to adjudicate.")
    api = ApiNames.of("compound")
    row_serializer = CompoundDecisionState
    state_serializer = CompoundDecisionState
    decision_serializer = CompoundDecisionRequest
    verdict = Verdict
    store_decision = staticmethod(adjudicate_compound)
    undo_decision = staticmethod(undo_verdict)
    decided_serializer = DecidedCompound

    def list_names(self) -> Mapping[str, str]:
        return LISTS

    def choose(self, user: User, project: Project, parameters: Mapping[str, str]) -> CompoundPart:
        form = DoubtsForm(parameters if "spread_from" in parameters else None, scale=project.idiomaticity.score_scale)
        kept = {name: parameters[name] for name in DoubtsForm.base_fields if name in parameters}
        name = parameters.get("show") or parameters.get("kind", "")
        shown = self.find_shown(EARLIER_NAMES.get(name, name))
        query = f"?{urlencode(kept)}" if kept else ""
        return CompoundPart(shown, query, project, form, find_unseen(user, project))

    def list_queue(self, project: Project, part: QueuePart) -> list[QueueRow]:
        assert isinstance(part, CompoundPart)
        return part.list_rows(part.shown)

    def list_filters(self, project: Project, part: QueuePart) -> list[Filter]:
        assert isinstance(part, CompoundPart)
        return [Filter(name, label, len(part.list_rows(name))) for name, label in LISTS.items()]

    def find_next(self, project: Project, part: QueuePart, subject: QueueRow | None = None) -> int | None:
        assert isinstance(part, CompoundPart)
        following = find_next(part.rows, subject.compound.number if subject else None)
        return following.compound.number if following else None

    def find_position(self, project: Project, part: QueuePart, subject: QueueRow) -> QueuePosition:
        assert isinstance(part, CompoundPart)
        numbers = [row.compound.number for row in part.list_rows(TO_DECIDE)]
        number = subject.compound.number
        return QueuePosition(numbers.index(number) + 1 if number in numbers else None, len(numbers))

    def queue_context(self, user: User, project: Project, part: QueuePart, rows: Sequence[Any]) -> dict[str, Any]:
        assert isinstance(part, CompoundPart)
        return {"unseen": len(part.unseen)}

    def find(self, user: User, project: Project, number: int) -> QueueRow:
        compounds = Compound.objects.select_related("project")
        compound: Compound = get_object_or_404(compounds, project=project, number=number)
        require_seen(user, project, number)
        (row,) = read_queue(project, compounds=[compound])
        return row

    def item_of(self, subject: QueueRow) -> Item | None:
        return None

    def name(self, subject: QueueRow) -> str:
        return subject.compound.text

    def describe(self, user: User, subject: QueueRow) -> dict[str, Any]:
        return dict(CompoundDecisionState(subject).data)

    def list_history(self, subject: QueueRow) -> list[HistoryEntry]:
        compound = subject.compound
        operations = list_project_history(ACTS, compound.project, {"compound": compound.number}, also=(JUDGE,))
        return [_describe_operation(operation) for operation in operations]

    def page_context(self, subject: QueueRow, state: dict[str, Any], form: StepForm | None) -> dict[str, Any]:
        compound = subject.compound
        distributions = read_distributions(compound)
        sentences = [
            {"score": score, **write_occurrence(occurrence), "scores": _spell(distributions, occurrence.item_id)}
            for occurrence, score in zip(compound.occurrences.order_by("number"), subject.row.sentences, strict=True)
        ]
        return {
            "state": {**state, "can_edit": True},
            "compound": compound,
            "row": subject,
            "sentences": sentences,
            "machines": _list_machines(compound),
            "own_scores": _spell(distributions, compound.item_id),
            "choices": [
                {"value": value, "name": name, "key": key} for key, (value, name) in enumerate(CLASSES.items(), start=1)
            ],
        }

    def decision_form(self, data: Any, subject: QueueRow) -> VerdictForm:
        return VerdictForm(data)


COMPOUNDS = CompoundAdjudicating()


def _list_machines(compound: Compound) -> list[dict[str, Any]]:
    """Return the scores of machines that the page shows, each with the number of its sentence; None for the whole."""
    sentences = dict(compound.occurrences.exclude(item=None).values_list("item", "number"))
    items = [*sentences, *([compound.item_id] if compound.item_id else [])]
    machines = []
    for answer in list_shown_answers(items):
        scores = [(name, score) for name in SCALES if (score := answer.reading[name]) is not None and score >= LOWEST]
        machines.append(
            {"pseudonym": answer.machine.pseudonym, "sentence": sentences.get(answer.item_id), "scores": scores}
        )
    return machines


def _spell(distributions: dict[int, dict[int, int]], item: int | None) -> list[tuple[int, int]]:
    """Return the scores given and their frequencies, lowest first."""
    return sorted(distributions.get(item, {}).items()) if item is not None else []


def _describe_operation(operation: Operation) -> HistoryEntry:
    """Return a decision with the class that it gave, or an expert's judgement."""
    payload = operation.payload
    if operation.kind == JUDGE:
        expert = gettext("expert {letter}").format(letter=payload["annotator"])
        return HistoryEntry(operation.created_at, expert, gettext(CLASSES.get(payload["after"], "")), "")
    entry = describe_act(ACTS, operation)
    decided = gettext(CLASSES.get(payload["after"]["decided_class"], ""))
    return entry._replace(act=f"{entry.act}, {decided}" if decided else entry.act)

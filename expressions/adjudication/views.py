"""Adjudication of passages: its queue, its cards and its two acts, for the pages and the API that all kinds share."""

from collections.abc import Mapping
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import Adjudication, ApiNames, QueuePart
from annotation_site.assignments.forms import StepForm
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.projects.models import Project
from expressions.adjudication.api import PassageDecisionRequest, PassageDecisionState, PassageDifferenceRow
from expressions.adjudication.forms import DecisionForm
from expressions.adjudication.queries import compare_item, describe_item, find_passage, list_queue
from expressions.adjudication.services import ACTS, PassageVerdict, adjudicate_passage, undo_adjudication
from expressions.marks.marking import Mark
from expressions.marks.queries import name_passage
from expressions.passages.models import Passage


class PassageAdjudicating(Adjudication[Passage]):
    """Passages on which annotators differ, the most differences first."""

    kind = Project.Kind.EXPRESSIONS
    acts = ACTS
    queue_template = "expressions/adjudication/queue.html"
    template = "expressions/adjudication/adjudicate.html"
    noun = _("passages")
    start = _("Start with the most disputed passage")
    nothing_left = _("There are no more passages to adjudicate.")
    api = ApiNames.of("passage")
    row_serializer = PassageDifferenceRow
    state_serializer = PassageDecisionState
    decision_serializer = PassageDecisionRequest
    verdict = PassageVerdict
    store_decision = staticmethod(adjudicate_passage)
    undo_decision = staticmethod(undo_adjudication)

    def choose(self, user: User, project: Project, parameters: Mapping[str, str]) -> QueuePart:
        return QueuePart(self.find_shown(parameters.get("show", "")))

    def list_queue(self, project: Project, part: QueuePart) -> Any:
        return list_queue(project, part.shown)

    def find(self, user: User, project: Project, number: int) -> Passage:
        return find_passage(project, number)

    def name(self, subject: Passage) -> str:
        return name_passage(subject)

    def describe(self, user: User, subject: Passage) -> dict[str, Any]:
        return describe_item(subject)

    def page_context(self, subject: Passage, state: dict[str, Any], form: StepForm | None) -> dict[str, Any]:
        """Keep what was chosen before a refusal."""
        refused = form.data if isinstance(form, DecisionForm) else {}
        for place, card in enumerate(state["cards"]):
            card["typed"] = refused.get(f"card_{place}")
            card["own"] = refused.get(f"own_{place}", "")
        return {}

    def decision_form(self, data: Any, subject: Passage) -> DecisionForm:
        return DecisionForm(data, comparison=compare_item(subject)[0])

    def read_decision(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {**fields, "marks": [Mark.from_json(mark) for mark in fields["marks"]]}


PASSAGES = PassageAdjudicating()

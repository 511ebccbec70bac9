"""The work of machines in projects of compositionality."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from annotation_site.assignments.models import Item
from annotation_site.machines.kinds import MachineTasks
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from idiomaticity.anchoring.services import require_only_shown
from idiomaticity.compounds.models import Compound
from idiomaticity.machines.answers import read_judgement
from idiomaticity.ratings.queries import ask_about, describe_item, find_compound


class RatingTasks(MachineTasks):
    """Compounds that a machine rates and paraphrases."""

    uses = (
        (Machine.Use.HIDDEN, "Only managers and adjudicators see its figures. Nobody sees its answers."),
        (
            Machine.Use.ADJUDICATION,
            "Adjudicators see its scores beside people’s, marked as a machine’s. They do not affect means or classes.",
        ),
        (
            Machine.Use.SUGGESTIONS,
            "Raters see its scores beside the questions about items that they have not begun. Only the ratings of "
            "control items are then independent of it.",
        ),
    )
    example = '{"number": 1, "head": 4, "modifier": 2, "whole": 3, "paraphrases": ["glass box"], "confidence": 0.8}'

    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("occurrence__compound", "compound", "project__idiomaticity", "project__page_texts")

    def list_beyond_work(self, project: Project) -> QuerySet[Item]:
        items: QuerySet[Item] = Item.objects.filter(project=project, known_rating__isnull=False)
        return items

    def describe(self, item: Item) -> dict[str, Any]:
        return describe_item(item)

    def require_use(self, machine: Machine) -> None:
        require_only_shown(machine)

    def read_answer(self, item: Item, answer: Mapping[str, Any]) -> dict[str, Any]:
        compound: Compound = find_compound(item)
        questions = ask_about(item.project.idiomaticity, compound)
        return read_judgement(answer, questions).to_json()

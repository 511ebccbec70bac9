"""The work of machines in projects of word alignment, and requests that turn suggestions into their answers."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db.models import QuerySet

from alignment.machines.answers import read_links
from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.machines.kinds import MachineTasks
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project


class LinkTasks(MachineTasks):
    """Sentence pairs whose words a machine links."""

    uses = (
        (Machine.Use.HIDDEN, "Only managers and adjudicators see its figures. Nobody sees its answers."),
        (
            Machine.Use.ADJUDICATION,
            "Adjudicators see its links beside people’s, marked as a machine’s. They do not affect the gold standard.",
        ),
        (
            Machine.Use.SUGGESTIONS,
            "Its links replace the suggestions of pairs that nobody has begun, whenever this is saved "
            "or a file imported. Only control pairs are then read independently of it.",
        ),
    )
    example = '{"number": 1, "sure": "0-0 1-2", "possible": "2-1", "confidence": {"0-0": 0.97}}'

    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("sentence_pair", "project__alignment")

    def list_beyond_work(self, project: Project) -> QuerySet[Item]:
        items: QuerySet[Item] = Item.objects.filter(project=project, known_gold__isnull=False)
        return items

    def describe(self, item: Item) -> dict[str, Any]:
        pair: SentencePair = item.sentence_pair
        settings = item.project.alignment
        return {
            "source_language": settings.source_language,
            "target_language": settings.target_language,
            "source_tokens": pair.source_tokens,
            "target_tokens": pair.target_tokens,
            "source_target_words": pair.source_target_words,
            "target_target_words": pair.target_target_words,
        }

    def follow(self, user: User, machine: Machine) -> None:
        """Have the machine's links suggested, where they are to be."""
        if machine.use == Machine.Use.SUGGESTIONS and machine.answers.exists():
            request_job(
                user=user,
                project=machine.project,
                kind="machine_suggestions",
                idempotency_key=str(uuid4()),
                parameters={"machine": machine.pk},
            )

    def read_answer(self, item: Item, answer: Mapping[str, Any]) -> dict[str, Any]:
        pair: SentencePair = item.sentence_pair
        return read_links(answer, pair.source_tokens, pair.target_tokens).to_json()


def request_answers_of_suggestions(*, user: User, machine: Machine, request_id: UUID) -> Job:
    """Queue storing the project's suggestions, such as those of an aligner, as the machine's answers; repeating the
    request gives the same job.
    """
    require(can_manage, user, machine.project)
    return request_job(
        user=user,
        project=machine.project,
        kind="machine_from_suggestions",
        idempotency_key=str(request_id),
        parameters={"machine": machine.pk},
    )

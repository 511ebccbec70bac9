"""Decisions about the paraphrases of one compound."""

from uuid import uuid4

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.paraphrases.services import Wish, decide_paraphrase
from idiomaticity.results.queries.results import read_paraphrases

ONE = "compound\tsentence\nfish tank\tA fish tank.\n"


def decide(project: Project, form: str, action: str, compound: int | None = 1, into: str = "") -> int:
    """Decide as the manager; gives the number by which it is undone."""
    operation_id = uuid4()
    decide_paraphrase(
        user=project.created_by, project=project, operation_id=operation_id, wish=Wish(form, action, compound, into)
    )
    return Operation.objects.get(operation_id=operation_id).pk


def read(project: Project) -> dict[str, int]:
    return {row.text: row.total for row in read_paraphrases(Compound.objects.get(project=project))}

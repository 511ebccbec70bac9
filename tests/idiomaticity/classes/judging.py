"""Experts who judge the classes of a small project, and what is decided about them."""

from uuid import uuid4

from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project
from idiomaticity.adjudication.services import Verdict, adjudicate_compound
from idiomaticity.classes.models import ClassJudgement
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.compounds.models import Compound
from tests.factories import make_member


def make_expert(project: Project, user: User | None = None) -> Membership:
    annotator = make_member(project, user=user)
    name_expert(
        user=project.created_by, project=project, annotator_id=annotator.pk, is_asked=True, operation_id=uuid4()
    )
    return annotator


def judge(expert: Membership, number: int, compound_class: str) -> ClassJudgement:
    return judge_class(
        user=expert.user,
        project=expert.project,
        number=number,
        compound_class=compound_class,
        operation_id=uuid4(),
    )


def decide(project: Project, number: int, version: int, **verdict: object) -> None:
    adjudicate_compound(
        user=project.created_by,
        project=project,
        number=number,
        version=version,
        verdict=Verdict(**verdict),  # type: ignore[arg-type]
        operation_id=uuid4(),
    )


def class_of(project: Project, number: int) -> str:
    return str(Compound.objects.get(project=project, number=number).compound_class)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client

"""A crowd with a questionnaire, for tests."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.questionnaires.services import set_up_questionnaire
from tests.idiomaticity.crowd.entering import ROWS, set_up
from tests.idiomaticity.making import make_rating_project

QUESTIONS: list[dict[str, Any]] = [
    {"name": "age", "kind": "number", "text": "How old are you?", "is_required": False},
    {"name": "native", "kind": "language", "text": "What is your native language?"},
    {"name": "degree", "kind": "choice", "text": "Do you have a degree?", "choices": ["yes", "no"]},
]
ANSWERS = {"age": "31", "native": "pt", "degree": "yes"}


def make_asking_project(manager: User | None = None, **changes: Any) -> Project:
    """Make a crowd without known answers that rates two items each, and asks QUESTIONS before unless told otherwise."""
    project = make_rating_project(manager, text="compound\tsentence\n" + ROWS, annotators_per_item=9)
    set_up(project, limit_each=2, forget_on=timezone.localdate() + timedelta(days=30))
    open_crowd(user=project.created_by, project=project, is_open=True)
    ask(project, **changes)
    return project


def ask(project: Project, **changes: Any) -> Questionnaire:
    """Store the questionnaire."""
    return set_up_questionnaire(user=project.created_by, project=project, **{"questions": QUESTIONS, **changes})

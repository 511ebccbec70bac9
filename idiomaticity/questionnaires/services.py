"""Services for setting up a questionnaire, answering it, and forgetting the answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require, require_annotator
from annotation_site.projects.fingerprints import keep_own_changes
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.crowd.codes import seal
from idiomaticity.questionnaires.models import LONGEST_DEBRIEFING, Questionnaire, SealedAnswers
from idiomaticity.questionnaires.queries import find_due, find_questionnaire, is_answered
from idiomaticity.questionnaires.questions import LONGEST_ANSWER, RaterQuestion, find_fault_in_questions

FIXED = "The questions cannot be changed after the first answer, because answers to different questions would mix."


@transaction.atomic
def set_up_questionnaire(
    *,
    user: User,
    project: Project,
    questions: Sequence[Mapping[str, Any]],
    moment: str = Questionnaire.Moment.START,
    asks_annotators: bool = False,
    debriefing: str = "",
    opened: str = "",
) -> Questionnaire:
    """Store the questions, until somebody has answered them, and the debriefing, at any time.

    `opened` holds the fingerprints of what a form was opened with: what it only shows stays as it is by now. Raise
    StaleVersion, with the present values, if somebody else changed the same since.
    """
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    rater_questions = [RaterQuestion.from_json(question) for question in questions]
    if fault := find_fault_in_questions(rater_questions):
        raise DomainError(fault)
    if moment not in Questionnaire.Moment.values:
        raise DomainError(f"The moment must be one of: {', '.join(Questionnaire.Moment.values)}.")
    debriefing = debriefing.strip().replace("\r\n", "\n")
    if len(debriefing) > LONGEST_DEBRIEFING:
        raise DomainError(f"A debriefing must have at most {LONGEST_DEBRIEFING:,} characters.")
    sent: dict[str, Any] = {
        "questions": [question.to_json() for question in rater_questions],
        "moment": moment,
        "asks_annotators": asks_annotators,
        "debriefing": debriefing,
    }
    stored = find_questionnaire(project).read_settings()
    values = keep_own_changes(opened, stored, sent)
    if stored["questions"] != values["questions"] and is_answered(project):
        raise NotEditable(FIXED)
    questionnaire, _ = Questionnaire.objects.update_or_create(project=project, defaults=values)
    record_operation(actor=user, project=project, kind="set_up_questionnaire", payload=values)
    return questionnaire


@transaction.atomic
def answer_questionnaire(*, user: User, project: Project, answers: Mapping[str, str]) -> None:
    """Store the user's own answers by name of question, sealed; the same form sent twice is stored once."""
    annotator = Membership.objects.select_for_update(no_key=True, of=("self",)).get(
        pk=require_annotator(user, project).pk
    )
    if SealedAnswers.objects.filter(membership=annotator).exists():
        return
    due = find_due(annotator)
    if due is None:
        raise NotEditable(gettext("There is no questionnaire for you to answer now."))
    given = {question.name: answers.get(question.name, "").strip() for question in due.rater_questions}
    if missing := [
        question.text for question in due.rater_questions if question.is_required and not given[question.name]
    ]:
        raise DomainError(gettext("Answer “{question}” first.").format(question=missing[0]))
    for question in due.rater_questions:
        _require_possible(question, given[question.name])
    SealedAnswers.objects.create(membership=annotator, sealed=seal(given))
    # That there are answers, not which: operations are kept.
    record_operation(actor=user, project=project, kind="answer_questionnaire")


def _require_possible(question: RaterQuestion, answer: str) -> None:
    if len(answer) > LONGEST_ANSWER:
        raise DomainError(gettext("An answer must have at most {n} characters.").format(n=LONGEST_ANSWER))
    if answer and question.kind == "choice" and answer not in question.choices:
        raise DomainError(gettext("“{text}” is not one of the choices.").format(text=answer[:40]))
    if answer and question.kind == "number" and not (answer.isascii() and answer.isdigit()):
        raise DomainError(gettext("“{text}” is not a whole number.").format(text=answer[:40]))


def forget_answers_of(person: User) -> None:
    """Delete what a person said about themselves."""
    SealedAnswers.objects.filter(membership__user=person).delete()

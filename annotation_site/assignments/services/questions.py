"""Answering annotators' questions."""

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import LONGEST_COMMENT, Comment
from annotation_site.assignments.queries import ANSWERS
from annotation_site.notices.services import notify
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_annotate, can_see_everyones_work, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError

ANSWER = "answer_question"


@transaction.atomic
def answer_question(*, user: User, project: Project, comment_id: int, text: str) -> Comment:
    """Answer a pending question and notify its author."""
    require(can_see_everyones_work, user, project)
    waiting = Comment.objects.to_answer(user).filter(item__project=project)
    question = get_object_or_404(waiting.select_for_update(no_key=True, of=("self",)), pk=comment_id)
    if not text.strip() or len(text) > LONGEST_COMMENT:
        raise DomainError(f"Enter 1 to {LONGEST_COMMENT:,} characters.")
    question.answer, question.answered_by, question.answered_at = text.strip(), user, timezone.now()
    question.save(update_fields=["answer", "answered_by", "answered_at"])
    record_operation(actor=user, project=project, kind=ANSWER, payload={"comment": question.pk})
    author = Membership.objects.filter(project=project, user=question.author)
    notify(task=ANSWERS, project=project, actor=user, annotators=author)
    return question


def mark_answer_read(*, user: User, project: Project, comment_id: int) -> None:
    """Record that the author has read the answer; repeating it changes nothing."""
    require(can_annotate, user, project)
    own = get_object_or_404(Comment.objects.filter(author=user, item__project=project, is_question=True), pk=comment_id)
    unread = Comment.objects.filter(pk=own.pk, answered_at__isnull=False, answer_read_at=None)
    unread.update(answer_read_at=timezone.now())

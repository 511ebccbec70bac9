"""A rating: what saving, submitting and reopening it add to the steps of every kind."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item
from annotation_site.prepared import Insert, Update
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.projects.asked_questions import AskedQuestion
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.ratings.queries import fetch_asked, find_compound, list_questions, read_judgement
from idiomaticity.scales.judgements import SCALES, Judgement
from idiomaticity.scales.paraphrase_texts import (
    LONGEST_NORMALISED,
    LONGEST_PARAPHRASE,
    MOST_PARAPHRASES,
    find_fault,
    normalise,
)

_add_rating = Insert(Rating)
_store_rating = Update(Rating, *SCALES, "extra")
_add_paraphrases = Insert(Paraphrase)


def save_rating(
    assignment: Assignment, *, judgement: Judgement, before: Judgement | None = None, item: Item | None = None
) -> dict[str, Any]:
    """Store the rating as it stands on the page, finished or not; `before` and `item` are what was read under the same
    lock.
    """
    _require_possible(item or fetch_asked(assignment), judgement)
    before = before or read_judgement(assignment)
    scores = {name: getattr(judgement, name) for name in (*SCALES, "extra")}
    rating = Rating(assignment=assignment, **scores)
    if _add_rating.unless_there(rating) is None:
        _store_rating(rating)
    if judgement.paraphrases != before.paraphrases:
        Paraphrase.objects.filter(assignment=assignment).delete()
        _add_paraphrases.many(
            [
                Paraphrase(assignment=assignment, position=position, text=text, normalised=normalise(text))
                for position, text in enumerate(judgement.paraphrases, start=1)
            ]
        )
    return {"before": before.to_json(), "after": judgement.to_json()}


def finish_rating(assignment: Assignment, save: Save, *, judgement: Judgement | None = None) -> dict[str, Any]:
    """Return the rating as the page has it where a judgement is given, else as it was last saved.

    Every question needs an answer, which may be that one cannot judge; paraphrases may be none.
    """
    rating, item = read_judgement(assignment), fetch_asked(assignment)
    if judgement is not None and judgement != rating:
        save(judgement=judgement, before=rating, item=item)
        rating = judgement
    if still_open := rating.find_open([question.name for question in list_questions(item)]):
        which = {"head": _("the head"), "modifier": _("the modifier"), "whole": _("the whole")}
        names = _(" and ").join(which.get(name, name) for name in still_open)
        raise Untouched(_("Score {scales} first.").format(scales=names), scales=still_open)
    return rating.to_json()


def is_completed(annotator_id: int) -> bool:
    """Return whether the annotator is a crowd worker who is done."""
    return CrowdWorker.objects.filter(membership=annotator_id, completed_at__isnull=False).exists()


def require_not_completed(assignment: Assignment) -> None:
    """Refuse to reopen once a crowd worker is done."""
    if is_completed(assignment.annotator_id):
        raise NotEditable(_("You have your completion code and can no longer change your ratings."))


def _require_possible(item: Item, judgement: Judgement) -> None:
    _require_on_scales(judgement, list_questions(item))
    if len(judgement.paraphrases) > MOST_PARAPHRASES:
        raise DomainError(_("Give at most {n} paraphrases.").format(n=MOST_PARAPHRASES))
    if not judgement.paraphrases:
        return
    compound = find_compound(item)
    for index, text in enumerate(judgement.paraphrases):
        if len(text) > LONGEST_PARAPHRASE or len(normalise(text)) > LONGEST_NORMALISED:
            raise DomainError(_("A paraphrase must have at most {n} characters.").format(n=LONGEST_PARAPHRASE))
        if fault := find_fault(text, compound.text, judgement.paraphrases[:index]):
            raise DomainError(_(fault).format(text=text.strip()))


def _require_on_scales(judgement: Judgement, questions: Sequence[AskedQuestion]) -> None:
    for question in questions:
        if not question.takes(judgement.find(question.name)):
            of = f"the {question.name}" if question.name in SCALES else f"“{question.name}”"
            raise DomainError(f"The score of {of} must be {question.scale}, or -1 for “cannot judge”.")
    names = {question.name for question in questions}
    not_asked = [name for name in (*SCALES, *judgement.extra) if name not in names]
    if given := [name for name in not_asked if judgement.find(name) is not None]:
        raise DomainError(f"There is no question “{given[0]}” about this compound.")

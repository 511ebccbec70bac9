"""A rating: what saving, submitting and reopening it add to the steps of every kind."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.paraphrases.counts import find_fault, normalise
from idiomaticity.projects.asked_questions import AskedQuestion
from idiomaticity.ratings.judgements import (
    LONGEST_PARAPHRASE,
    MOST_PARAPHRASES,
    SCALES,
    Judgement,
)
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.ratings.queries import assignments_to_rate, find_compound, list_questions, read_judgement

LONGEST_NORMALISED = LONGEST_PARAPHRASE + 50


def save_rating(assignment: Assignment, *, judgement: Judgement) -> dict[str, Any]:
    """Store the rating as it stands on the page, finished or not."""
    _require_possible(assignment, judgement)
    before = read_judgement(assignment)
    Rating.objects.update_or_create(
        assignment=assignment, defaults={name: getattr(judgement, name) for name in (*SCALES, "extra")}
    )
    if judgement.paraphrases != before.paraphrases:
        Paraphrase.objects.filter(assignment=assignment).delete()
        Paraphrase.objects.bulk_create(
            Paraphrase(assignment=assignment, position=position, text=text, normalised=normalise(text))
            for position, text in enumerate(judgement.paraphrases, start=1)
        )
    return {"before": before.to_json(), "after": judgement.to_json()}


def finish_rating(assignment: Assignment, save: Save, *, judgement: Judgement | None = None) -> dict[str, Any]:
    """Return the rating as the page has it where a judgement is given, else as it was last saved.

    Every question needs an answer, which may be that one cannot judge; paraphrases may be none.
    """
    rating = read_judgement(assignment)
    if judgement is not None and judgement != rating:
        save(judgement=judgement)
        rating = judgement
    if still_open := rating.find_open([each.name for each in list_questions(_with_content(assignment))]):
        which = {"head": _("the head"), "modifier": _("the modifier"), "whole": _("the whole")}
        names = _(" and ").join(which.get(name, name) for name in still_open)
        raise Untouched(_("Score {scales} first.").format(scales=names), scales=still_open)
    return rating.to_json()


def require_not_completed(assignment: Assignment) -> None:
    """Refuse to reopen once a crowd worker is done."""
    if CrowdWorker.objects.filter(membership=assignment.annotator_id, completed_at__isnull=False).exists():
        raise NotEditable(_("You have your completion code and can no longer change your ratings."))


def _require_possible(assignment: Assignment, judgement: Judgement) -> None:
    own = _with_content(assignment)
    _require_on_scales(judgement, list_questions(own))
    if len(judgement.paraphrases) > MOST_PARAPHRASES:
        raise DomainError(_("Give at most {n} paraphrases.").format(n=MOST_PARAPHRASES))
    if not judgement.paraphrases:
        return
    compound = find_compound(own.item)
    for place, text in enumerate(judgement.paraphrases):
        if len(text) > LONGEST_PARAPHRASE or len(normalise(text)) > LONGEST_NORMALISED:
            raise DomainError(_("A paraphrase must have at most {n} characters.").format(n=LONGEST_PARAPHRASE))
        if fault := find_fault(text, compound.text, judgement.paraphrases[:place]):
            raise DomainError(_(fault).format(text=text.strip()))


def _require_on_scales(judgement: Judgement, questions: Sequence[AskedQuestion]) -> None:
    for each in questions:
        if not each.takes(judgement.find(each.name)):
            of = f"the {each.name}" if each.name in SCALES else f"“{each.name}”"
            raise DomainError(f"The score of {of} must be {each.scale}, or -1 for “cannot judge”.")
    asked = {each.name for each in questions}
    not_asked = [name for name in (*SCALES, *judgement.extra) if name not in asked]
    if given := [name for name in not_asked if judgement.find(name) is not None]:
        raise DomainError(f"There is no question “{given[0]}” about this compound.")


def _with_content(assignment: Assignment) -> Assignment:
    return assignments_to_rate(Assignment.objects.all()).get(pk=assignment.pk)

"""Reads of compositionality that span tables: an assignment as its page sees it, and what was said of a compound."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.projects.wording import fill_in, find_wording, word_scales
from idiomaticity.ratings.judgements import SCALES, Judgement
from idiomaticity.ratings.models import Paraphrase, Rating


def assignments_to_rate(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Assignments of compositionality with all that `rating_state` reads."""
    rated = assignments.filter(item__project__kind=Project.Kind.IDIOMATICITY)
    return rated.select_related(
        "item__occurrence__compound",
        "item__compound",
        "item__project__idiomaticity",
        "annotator__project",
        "annotator__crowd_worker__call",
    )


def find_compound(item: Item) -> Compound:
    """The compound that an item asks about, at either level."""
    occurrence = getattr(item, "occurrence", None)
    return occurrence.compound if occurrence else item.compound


def read_judgement(assignment: Assignment) -> Judgement:
    """What the annotator has said so far."""
    scores = Rating.objects.filter(assignment=assignment).values(*SCALES).first() or {}
    paraphrases = Paraphrase.objects.filter(assignment=assignment).order_by("position").values_list("text", flat=True)
    return Judgement(**scores, paraphrases=tuple(paraphrases))


def rating_state(assignment: Assignment) -> dict[str, Any]:
    """Everything the page needs; what another annotator says never changes a byte of it."""
    item = assignment.item
    settings = item.project.idiomaticity
    compound = find_compound(item)
    language = find_language(settings.language)
    wording = find_wording(settings.language, settings.wording)
    words = {"compound": compound.text, "head": compound.head, "modifier": compound.modifier}
    return {
        "assignment": assignment.pk,
        "version": assignment.version,
        "state": assignment.state,
        "can_edit": assignment.state == Assignment.State.IN_PROGRESS,
        "item": {"number": item.number, "identifier": item.identifier},
        "level": settings.level,
        "language": {"tag": language.tag, "name": language.name, "direction": language.direction},
        "compound": words,
        "sentences": [write_occurrence(each) for each in _find_occurrences(item, compound)],
        "questions": [
            {"scale": each.scale, "question": each.question, "low": each.low, "high": each.high}
            for each in word_scales(wording, **words)
        ],
        "cannot_judge": wording.cannot_judge,
        "paraphrase_question": fill_in(wording.paraphrase_question, **words),
        "judgement": read_judgement(assignment).to_json(),
        "comments": [
            {"text": comment.text, "created_at": comment.created_at.isoformat()}
            for comment in Comment.objects.filter(assignment=assignment)
        ],
        "progress": {"submitted": assignment.annotator.submitted_count, "total": _find_total(assignment)},
        "urls": _urls(assignment),
    }


def write_occurrence(occurrence: Occurrence) -> dict[str, Any]:
    """A sentence with its compound: the text, and the same in pieces that know whether they are marked."""
    return {
        "number": occurrence.number,
        "text": occurrence.sentence,
        "spans": occurrence.spans,
        "pieces": cut_sentence(occurrence.sentence, occurrence.spans),
    }


def cut_sentence(sentence: str, spans: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """The sentence in pieces, of which each knows whether it belongs to the compound."""
    pieces: list[dict[str, Any]] = []
    end_before = 0
    for start, end in spans:
        pieces.append({"text": sentence[end_before:start], "is_marked": False})
        pieces.append({"text": sentence[start:end], "is_marked": True})
        end_before = end
    pieces.append({"text": sentence[end_before:], "is_marked": False})
    return [piece for piece in pieces if piece["text"]]


def items_of_same_compound(annotator: Membership) -> list[int]:
    """Items that ask about the compound of the annotator's latest assignment: not what they should see next."""
    latest = annotator.assignments.order_by("-pk").values_list("item__occurrence__compound", flat=True).first()
    if latest is None:
        return []
    items = Occurrence.objects.filter(compound=latest, item__isnull=False).values_list("item", flat=True)
    return list(items)


def _find_occurrences(item: Item, compound: Compound) -> Iterable[Occurrence]:
    occurrence = getattr(item, "occurrence", None)
    return [occurrence] if occurrence else compound.occurrences.exclude(sentence="").order_by("number")


def _urls(assignment: Assignment) -> dict[str, str | None]:
    own = Assignment.objects.filter(annotator=assignment.annotator).order_by("pk")
    previous = own.filter(pk__lt=assignment.pk).values_list("pk", flat=True).last()
    return {
        "change": reverse("api:rating-change", args=[assignment.pk]),
        "submit": reverse("api:rating-submit", args=[assignment.pk]),
        "state": reverse("api:rating-detail", args=[assignment.pk]),
        "previous": reverse("idiomaticity:rate", args=[previous]) if previous else None,
        "work": reverse(f"idiomaticity:{_find_own_page(assignment)}", args=[assignment.item.project.slug]),
    }


def _find_own_page(assignment: Assignment) -> str:
    return "crowd_home" if hasattr(assignment.annotator, "crowd_worker") else "work"


def _find_total(assignment: Assignment) -> int:
    """How much there is to rate; of a crowd nobody rates more than their limit."""
    worker = getattr(assignment.annotator, "crowd_worker", None)
    total = assignment.item.project.item_count
    return min(worker.call.limit_each, total) if worker else total

"""Reads of compositionality that span tables: an assignment for its page, and the judgements of a compound."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from annotation_site.assignments.models import Assignment, Item
from annotation_site.operations.models import Operation
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.projects.asked_questions import AskedQuestion, ask_questions, list_choices
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.projects.wording import fill_in, find_wording
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.scales.judgements import SCALES, Judgement
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, MOST_PARAPHRASES

_find_asked = Prepared(
    lambda pk: (
        Item.objects.filter(pk=pk)
        .select_related("occurrence__compound", "compound", "project__idiomaticity")
        .order_by()
    )
)
_find_scores = Prepared(lambda assignment: Rating.objects.filter(assignment=assignment).values_list(*SCALES, "extra"))
_find_paraphrases = Prepared(
    lambda assignment: (
        Paraphrase.objects.filter(assignment=assignment).order_by("position").values_list("text", flat=True)
    )
)

_find_latest_compound = Prepared(
    lambda annotator: (
        Assignment.objects.filter(annotator=annotator)
        .annotate(compound=Coalesce("item__occurrence__compound", "item__compound"))
        .order_by("-pk")
        .values_list("compound", flat=True)[:1]
    )
)
_find_items_of_occurrences = Prepared(
    lambda compound: Occurrence.objects.filter(compound=compound, item__isnull=False).values_list("item", flat=True)
)
_find_items_of_compound = Prepared(
    lambda compound: Compound.everything.filter(pk=compound, item__isnull=False).values_list("item", flat=True)
)


def assignments_to_rate(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments of compositionality with everything that `describe_rating` reads."""
    rated = assignments.filter(item__project__kind=Project.Kind.IDIOMATICITY)
    return rated.select_related(
        "item__occurrence__compound",
        "item__compound",
        "item__project__idiomaticity",
        "item__project__page_texts",
        "annotator__project",
        "annotator__crowd_worker__call",
    )


def find_compound(item: Item) -> Compound:
    """Return the compound that an item asks about, at either level."""
    occurrence = getattr(item, "occurrence", None)
    return occurrence.compound if occurrence else item.compound


def read_judgement(assignment: Assignment) -> Judgement:
    """Return the annotator's answers so far."""
    scores = _find_scores.first(assignment.pk)
    paraphrases = tuple(_find_paraphrases(assignment.pk))
    if scores is None:
        return Judgement(paraphrases=paraphrases)
    *of_scales, extra = scores
    return Judgement(**dict(zip(SCALES, of_scales, strict=True)), extra=extra, paraphrases=paraphrases)


def fetch_asked(assignment: Assignment) -> Item:
    """Return the assignment's item with all that decides what is asked about it."""
    [item] = _find_asked(assignment.item_id)
    return item


def list_questions(item: Item) -> list[AskedQuestion]:
    """Return the questions that are asked about the compound of an item."""
    return ask_about(item.project.idiomaticity, find_compound(item))


def ask_about(settings: IdiomaticitySettings, compound: Compound) -> list[AskedQuestion]:
    """Return the questions that a project asks about a compound."""
    return _ask(settings, compound.text, compound.head, compound.modifier)


def describe_questions(settings: IdiomaticitySettings, compound: str, head: str, modifier: str) -> dict[str, Any]:
    """Return everything that is asked about a compound, and its language, as pages show it."""
    language, wording = find_language(settings.language), find_wording(settings.language, settings.wording)
    words = {"compound": compound, "head": head, "modifier": modifier}
    return {
        "language": {"tag": language.tag, "name": language.name, "direction": language.direction},
        "compound": words,
        "questions": [question.to_json() for question in _ask(settings, **words)],
        "cannot_judge": wording.cannot_judge,
        "paraphrase_question": fill_in(wording.paraphrase_question, **words),
    }


def describe_rating(assignment: Assignment) -> dict[str, Any]:
    """Return the compound and the answers so far, as the rating page needs them."""
    return {**describe_item(assignment.item), "judgement": read_judgement(assignment).to_json()}


def describe_item(item: Item) -> dict[str, Any]:
    """Return what an item asks about its compound, and the sentences."""
    settings, compound = item.project.idiomaticity, find_compound(item)
    return {
        "level": settings.level,
        **describe_questions(settings, compound.text, compound.head, compound.modifier),
        "sentences": [write_occurrence(occurrence) for occurrence in _find_occurrences(item, compound)],
    }


def describe_form(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the questions of a state with their choices, and fields for paraphrases, with what was answered."""
    given = Judgement.from_json(state["judgement"])
    shown = state["machine_scores"]
    return {
        "scales": [
            {**list_choices(question, given.find(question["scale"])), "machine_score": shown.get(question["scale"])}
            for question in state["questions"]
        ],
        "score_keys": _list_keys(state["questions"][0]),
        "paraphrases": _number_paraphrases(given.paraphrases),
        "longest_paraphrase": LONGEST_PARAPHRASE,
    }


def _list_keys(question: Mapping[str, Any]) -> list[int]:
    """Return the digits that answer the question: those of its scores that have one, none where a number is typed."""
    if question["is_slider"]:
        return []
    return list(range(question["lowest"], min(question["highest"], 9) + 1, question["step"]))


def _number_paraphrases(texts: Sequence[str]) -> list[dict[str, Any]]:
    padded = [*texts, *[""] * (MOST_PARAPHRASES - len(texts))]
    return [{"position": position, "text": text} for position, text in enumerate(padded, start=1)]


def write_occurrence(occurrence: Occurrence) -> dict[str, Any]:
    """Return a sentence with its compound: the text, the same in pieces marked as compound or not, and the sentences
    around it. Raters read this, so that the label is not in it.
    """
    return {
        "number": occurrence.number,
        "text": occurrence.sentence,
        "spans": occurrence.spans,
        "pieces": cut_sentence(occurrence.sentence, occurrence.spans),
        "previous": occurrence.previous,
        "next": occurrence.next,
    }


def cut_sentence(sentence: str, spans: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the sentence in pieces, each marked as belonging to the compound or not."""
    pieces: list[dict[str, Any]] = []
    end_before = 0
    for start, end in spans:
        pieces.append({"text": sentence[end_before:start], "is_marked": False})
        pieces.append({"text": sentence[start:end], "is_marked": True})
        end_before = end
    pieces.append({"text": sentence[end_before:], "is_marked": False})
    return [piece for piece in pieces if piece["text"]]


def items_of_same_compound(annotator: Membership) -> list[int]:
    """Return items for the compound of the annotator's latest assignment, which should not come next."""
    latest = _find_latest_compound.first(annotator.pk)
    return [] if latest is None else [*_find_items_of_occurrences(latest), *_find_items_of_compound(latest)]


def count_rating_changes(project: Project) -> int:
    """Return a number that increases whenever a rating is submitted or reopened, an annotator excluded or readmitted,
    or an item withdrawn or brought back.
    """
    kinds = ("submit", "reopen", "import_ratings", "exclude_annotator", "lift_exclusion", "withdraw", "bring_back")
    latest = Operation.objects.filter(project=project, kind__in=kinds).order_by("-pk").values_list("pk", flat=True)
    return latest.first() or 0


def _find_occurrences(item: Item, compound: Compound) -> Iterable[Occurrence]:
    occurrence = getattr(item, "occurrence", None)
    return [occurrence] if occurrence else compound.occurrences.exclude(sentence="").order_by("number")


def _ask(settings: IdiomaticitySettings, compound: str, head: str, modifier: str) -> list[AskedQuestion]:
    wording = find_wording(settings.language, settings.wording)
    words = {"compound": compound, "head": head, "modifier": modifier}
    return ask_questions(wording, settings.score_scale, settings.asked_beside, words)

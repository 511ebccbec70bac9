"""Sentence pairs of other projects, as far as the person may see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from alignment.pairs.models import SentencePair
from alignment.readings.links import Reading
from alignment.releases.queries.pairs import RELEASED_STATES, read_golds
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from evaluation.sources.words import cut_words
from idiomaticity.compounds.models import Compound


def read_sentence_texts(project_id: int, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return the source and target of sentence pairs by number, as they were before tokenisation."""
    pairs = SentencePair.objects.filter(item__project_id=project_id, item__number__in=numbers)
    return {
        number: (source, target)
        for number, source, target in pairs.values_list("item__number", "source_text", "target_text")
    }


@dataclass(frozen=True, slots=True)
class SoughtExpression:
    """An expression sought in other projects; `forms` are its forms in sentences."""

    text: str
    language: str
    forms: tuple[str, ...]


def find_expression(project: Project, number: int) -> SoughtExpression | None:
    """Return the compound with this number in a compositionality project, or None."""
    compound = Compound.objects.filter(project=project, number=number).prefetch_related("occurrences").first()
    if compound is None:
        return None
    forms = {compound.text}
    for occurrence in compound.occurrences.all():
        forms.add(" ".join(occurrence.sentence[start:end] for start, end in occurrence.spans))
    return SoughtExpression(compound.text, project.idiomaticity.language, tuple(sorted(filter(None, forms))))


def find_pairs(user: User, sought: SoughtExpression, side: str, limit: int) -> list[Item]:
    """Return pairs with all their readings whose side may hold the expression, adjudicated ones first.

    They are from projects that the user manages or adjudicates; pair and settings are fetched with them.
    """
    language = sought.language.partition("-")[0]
    pairs = SentencePair.objects.for_user(user, can_see_results)
    pairs = pairs.with_words(side, (cut_words(form) for form in sought.forms)).filter(
        Q(**{f"item__project__alignment__{side}_language": language})
        | Q(**{f"item__project__alignment__{side}_language__startswith": f"{language}-"}),
        item__state__in=RELEASED_STATES,
    )
    # "adjudicated" comes before "annotated". Keys first: with texts joined in, the planner goes through all pairs.
    keys = list(pairs.order_by("item__state", "item").values_list("item", flat=True)[:limit])
    items = Item.objects.filter(pk__in=keys).order_by("state", "pk")
    return list(items.select_related("sentence_pair", "project__alignment"))


def read_gold_links(items: Sequence[Item]) -> dict[int, Reading]:
    """Return the gold reading of each item, as a release made now would hold it."""
    return read_golds(items)

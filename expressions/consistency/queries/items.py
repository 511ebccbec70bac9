"""The gold standard of a project with its words, as corrections leave it, and the lexical items in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from annotation_site.assignments.models import Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from expressions.adjudication.models import PassageAdjudication
from expressions.adjudication.queries import read_readings
from expressions.consistency.gold import Correction, find_gold, list_rejected
from expressions.consistency.items import GoldText, ItemSearch, Lemmas, LexicalItem, SentenceWords
from expressions.consistency.models import ConsistencyChange, GoldCorrection
from expressions.lexicon.models import SolvedCase
from expressions.marks.marking import Mark
from expressions.passages.models import PassageSentence
from expressions.passages.queries import cut_words

READ = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
OPEN, SOLVED = "open", "solved"
LISTS = {
    OPEN: gettext_noop("To check"),
    "categories": gettext_noop("Several categories"),
    "skipped": gettext_noop("Skipped"),
    "rejected": gettext_noop("Found to be none"),
    SOLVED: gettext_noop("Solved"),
    "all": gettext_noop("All"),
}


class CheckedItem(NamedTuple):
    """A lexical item, and what was decided about it."""

    item: LexicalItem
    case: SolvedCase | None

    @property
    def is_solved(self) -> bool:
        """Return whether there is a decision that every occurrence follows."""
        return self.case is not None and self.item.agrees_with(self.case.category)

    def is_in(self, shown: str) -> bool:
        """Return whether the item belongs to a list of the page."""
        if shown in ("all", SOLVED):
            return shown == "all" or self.is_solved
        kinds = {
            OPEN: self.item.conflict > 0 or self.case is not None,
            "categories": self.item.has_categories,
            "skipped": self.item.has_skipped,
            "rejected": self.item.has_rejected,
        }
        return kinds[shown] and not self.is_solved


def list_items(project: Project) -> list[CheckedItem]:
    """Return the lexical items of the gold standard, the greatest conflict first."""
    cases = {tuple(case.lemmas): case for case in SolvedCase.objects.filter(project=project)}
    return [CheckedItem(item, cases.get(item.lemmas)) for item in ItemSearch(read_gold(project)).find()]


def find_item(project: Project, lemmas: Lemmas) -> tuple[CheckedItem | None, dict[int, GoldText]]:
    """Return the lexical item with these lemmas, None if it occurs no more, and the passages that may have it."""
    items, sentences = (
        Item.objects.filter(project=project),
        PassageSentence.objects.filter(passage__item__project=project),
    )
    having = sentences
    for lemma in set(lemmas):
        # Lemmas and forms stand between tabulators.
        having = having.filter(lines__contains=f"\t{lemma}\t")
        if project.expressions.across_sentences:
            items, having = items.filter(pk__in=having.values("passage")), sentences
    texts = read_gold(project, items.filter(pk__in=having.values("passage")))
    found = ItemSearch(texts).find(lemmas)
    case = SolvedCase.objects.filter(project=project, lemmas=list(lemmas)).first()
    return (CheckedItem(found[0], case) if found else None), {text.passage: text for text in texts}


def read_gold(project: Project, items: QuerySet[Item] | None = None) -> list[GoldText]:
    """Return the passages of the project that have a gold standard, or those among `items`, by their numbers."""
    rows = Item.objects.filter(project=project) if items is None else items
    numbers = dict(rows.filter(state__in=READ).order_by("number").values_list("pk", "number"))
    readings, excluded = read_readings(numbers), set(list_excluded(project))
    decisions = PassageAdjudication.objects.filter(item__in=numbers, is_done=True)
    decided = dict(decisions.values_list("item", "marks"))
    corrections = read_corrections(numbers)
    sentences = read_words(numbers)
    texts = []
    for pk, number in numbers.items():
        counted = {reader: marks for reader, marks in readings.get(pk, {}).items() if reader not in excluded}
        settled = [Mark.from_json(mark) for mark in decided[pk]] if pk in decided else None
        gold = find_gold(counted, settled, corrections.get(pk, ()))
        if gold is not None:
            texts.append(GoldText(number, sentences[pk], gold, list_rejected(counted.values())))
    return texts


def list_excluded(project: Project) -> Iterable[str]:
    """Return the pseudonyms of annotators who do not count."""
    return Exclusion.objects.active(project).values_list("membership__pseudonym", flat=True)


def read_corrections(items: Collection[int]) -> dict[int, list[Correction]]:
    """Return the corrections that stand, by item."""
    found: dict[int, list[Correction]] = defaultdict(list)
    rows = GoldCorrection.objects.standing().filter(item__in=items)
    for item, words, before, after in rows.values_list("item", "words", "before", "after"):
        found[item].append(Correction(tuple(words), before, after))
    return dict(found)


def find_last_change(project: Project) -> ConsistencyChange | None:
    """Return the latest change that stands."""
    changes = ConsistencyChange.objects.filter(project=project, is_undone=False)
    return changes.select_related("decided_by").order_by("-pk").first()


def read_words(items: Collection[int]) -> dict[int, list[SentenceWords]]:
    """Return the words of each passage."""
    found: dict[int, list[SentenceWords]] = defaultdict(list)
    rows = PassageSentence.objects.filter(Q(passage__in=items)).order_by("passage", "place")
    for passage, start, lines in rows.values_list("passage", "first_word", "lines").iterator(2_000):
        words = list(cut_words(lines))
        found[passage].append(SentenceWords(start, [form for form, _ in words], [lemma for _, lemma in words]))
    return found

"""One pair beside its gold, for its annotator's page and for replies.

Annotators are never shown another annotator's reading.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext

from alignment.adjudication.disputes import LABEL_NAMES, Word, pick_words
from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import SentencePair
from alignment.readings.gold_comparison import LinkComparison, compare_with_gold
from alignment.readings.links import Cell, Reading, read_cells
from alignment.releases.provenance import LinkOrigin
from alignment.releases.queries.pairs import read_golds, read_origins
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.kinds import Difference, Place
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.queries import make_dispute_task, make_feedback_task
from annotation_site.languages.marks import gettext_noop
from annotation_site.texts.languages import find_language

KINDS = {
    "same": gettext_noop("as gold"),
    "label": gettext_noop("label differs"),
    "missing": gettext_noop("missing"),
    "extra": gettext_noop("not in gold"),
}
FEEDBACK = make_feedback_task(
    route="alignment:feedback",
    one=gettext_noop("Read feedback on 1 pair"),
    many=gettext_noop("Read feedback on {count} pairs"),
    news=gettext_noop("There is feedback on your readings."),
)
DISPUTES = make_dispute_task(route="alignment:adjudication")
EXCERPT_TOKENS = 18


@dataclass(frozen=True, slots=True)
class Row:
    """One link on which the reading and gold differ, or that has a reply."""

    place: Place
    cell: Cell
    source: Word
    target: Word
    kind: str
    own: str
    gold: str
    cause: str

    @property
    def source_index(self) -> int:
        return self.cell[0]

    @property
    def target_index(self) -> int:
        return self.cell[1]


def with_pairs(rows: QuerySet[Feedback]) -> QuerySet[Feedback]:
    """Fetch feedback with its pairs and the settings of the project."""
    return rows.select_related(
        "assignment__item__project__alignment", "assignment__item__sentence_pair", "annotator__project"
    )


def name_pair(item: Item) -> str:
    """Return the pair's name for the head of a page."""
    return capfirst(gettext("pair {n}").format(n=item.number))


def excerpt_source(item: Item) -> str:
    """Return the beginning of the pair's source sentence."""
    excerpt: str = item.sentence_pair.cut_source(EXCERPT_TOKENS)
    return excerpt


def write_place(cell: Cell) -> str:
    """Return the name of a cell as a place of its pair."""
    return f"{cell[0]}-{cell[1]}"


def find_differences(assignments: Collection[Assignment]) -> dict[int, dict[str, Difference]]:
    """Return the links of each reading that differ from current gold."""
    items = {assignment.item_id: assignment.item for assignment in assignments}
    gold = read_golds(list(items.values()))
    differences = {}
    for assignment in assignments:
        compared = compare_with_gold(_read_submitted(assignment), gold[assignment.item_id])
        differences[assignment.pk] = {
            write_place(link.cell): Difference(link.own or "none", link.gold or "none")
            for link in compared
            if link.differs
        }
    return differences


def describe_feedback(feedback: Feedback) -> dict[str, Any]:
    """Return everything that the page of one pair shows."""
    item = feedback.assignment.item
    pair, origins = read_origins(item)
    compared = compare_with_gold(_read_submitted(feedback.assignment), pair.gold(origins))
    replies = {reply.place: reply for reply in feedback.replies.all()}
    notes = {
        (row.source_index, row.target_index): row.note
        for row in LinkDecision.objects.filter(item=item).exclude(note="")
    }
    by_cell = {origin.cell: origin for origin in origins}
    known = {link.cell: link for link in compared}
    rows = []
    differing = {link.cell for link in compared if link.differs}
    for cell in sorted(differing | set(read_cells(" ".join(replies)))):
        link, name = known.get(cell, LinkComparison(cell, None, None)), write_place(cell)
        place = Place(name, link.differs, notes.get(cell, ""), replies.get(name))
        rows.append(_make_row(item.sentence_pair, link, by_cell.get(cell), place))
    same = describe_same(item.sentence_pair, compared)
    return {
        "places": rows,
        "same": same,
        "same_count": len(same),
        **read_sentences(item, [link.cell for link in compared if link.differs]),
    }


def describe_same(pair: SentencePair, compared: list[LinkComparison]) -> list[tuple[Word, Word, str]]:
    """Return links that are the same in the reading and in gold."""
    return [
        (
            pick_words(pair.source_tokens, [link.cell[0]])[0],
            pick_words(pair.target_tokens, [link.cell[1]])[0],
            LABEL_NAMES[link.gold],
        )
        for link in compared
        if not link.differs
    ]


def describe_difference(pair: SentencePair, link: LinkComparison) -> dict[str, Any]:
    """Return a difference in words. It has no cause if gold was known beforehand."""
    return {
        "source": pick_words(pair.source_tokens, [link.cell[0]])[0],
        "target": pick_words(pair.target_tokens, [link.cell[1]])[0],
        "kind": KINDS[link.kind],
        "own": LABEL_NAMES[link.own],
        "gold": LABEL_NAMES[link.gold],
    }


def read_sentences(item: Item, cells: list[Cell]) -> dict[str, Any]:
    """Return both sentences with the words of these cells marked, for templates/alignment/_marked_sentence.html."""
    settings, pair = item.project.alignment, item.sentence_pair
    sides = {}
    for index, (side, tag, tokens) in enumerate(
        (
            ("source", settings.source_language, pair.source_tokens),
            ("target", settings.target_language, pair.target_tokens),
        )
    ):
        marked = {cell[index] for cell in cells}
        words = [
            {"text": text, "is_marked": index in marked, "joins": index in marked and index - 1 in marked}
            for index, text in enumerate(tokens)
        ]
        sides[side] = {"side": side, "language": find_language(tag), "words": words}
    return sides


def _make_row(pair: SentencePair, link: LinkComparison, origin: LinkOrigin | None, place: Place) -> Row:
    return Row(
        place=place,
        cell=link.cell,
        source=pick_words(pair.source_tokens, [link.cell[0]])[0],
        target=pick_words(pair.target_tokens, [link.cell[1]])[0],
        kind=KINDS[link.kind],
        own=LABEL_NAMES[link.own],
        gold=LABEL_NAMES[link.gold],
        cause=_say_cause(origin),
    )


def _say_cause(origin: LinkOrigin | None) -> str:
    if origin is not None and origin.cause == "decided":
        return gettext_noop("Decided by the adjudicator.")
    if origin is not None and origin.is_left_open:
        return gettext_noop("Left open by the adjudicator; settled by the gold policy.")
    return gettext_noop("Settled by the gold policy.")


def _read_submitted(assignment: Assignment) -> Reading:
    """Return the reading as last submitted."""
    return Reading.from_json(assignment.submissions.order_by("-number").values_list("reading", flat=True)[0])

"""The raw ratings of a finished study, matched with a project: the item of each score, and unusable rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Prefetch

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.tables.missing import list_names
from annotation_site.tables.similar_names import describe_similar_names, find_similar_names
from annotation_site.texts.faults import Rejected, reject
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.heads import split_compound
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.formats import CompoundEntry, RawRating
from idiomaticity.imports.planning import PlannedCompound
from idiomaticity.imports.preview_results import SHOWN_REJECTED
from idiomaticity.scales.judgements import CANNOT_JUDGE, SCALES, Judgement, find_scales
from idiomaticity.scales.paraphrase_texts import normalise
from idiomaticity.scales.score_scale import ScoreScale

# Compound (normalised) and number of the sentence, or none at type level.
ItemKey = tuple[str, int | None]
# Scores in the order of the study's columns; it may have asked about one of them only.
Scores = list[int | None]
MOST_ANNOTATORS = 10_000
REPORT_EVERY = 5_000


@dataclass(slots=True)
class Study:
    """The ratings of a file: annotator → index of the item in `items` → scores, one judgement each.

    Annotators are in the order in which they first appear. Only the first unusable rows are kept.
    """

    columns: tuple[str, ...] = SCALES
    items: list[ItemKey] = field(default_factory=list)
    judgements: dict[str, dict[int, Scores]] = field(default_factory=dict)
    # By annotator and index of the item, where the file tells the version.
    guidelines: dict[tuple[str, int], int] = field(default_factory=dict)
    # By annotator, where the file tells the list that they were given.
    lists: dict[str, int] = field(default_factory=dict)
    new_compounds: list[PlannedCompound] = field(default_factory=list)
    left_out: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    values: int = 0
    # Rows without a rating, by what stands in its place.
    missing: Counter[str] = field(default_factory=Counter)

    def leave_out(self, row: Rejected) -> None:
        """Count a row that is left out, and keep it if it is to be shown."""
        self.left_out += 1
        if self.left_out <= SHOWN_REJECTED:
            self.rejected.append(row)

    def list_checks(self) -> list[str]:
        """Return sentences on what the file has that its author may not have meant."""
        checks = [describe_similar_names(find_similar_names(self.judgements))]
        if count := self.missing.total():
            named = [name for name in self.missing if name]
            written = f" ({list_names(named)})" if named else ""
            rows, are = ("1 row has", "is") if count == 1 else (f"{count:,} rows have", "are")
            checks.insert(0, f"{rows} no rating{written} and {are} skipped.")
        return list(filter(None, checks))

    def judge(self, scores: Scores, paraphrases: tuple[str, ...]) -> Judgement:
        """Return the judgement with these scores; a question that nobody answered in the file was not asked."""
        named = dict(zip(self.columns, scores, strict=True))
        head, modifier, whole = (named.pop(scale) for scale in SCALES)
        extra = {name: score for name, score in named.items() if score is not None}
        return Judgement(head, modifier, whole, paraphrases, extra)

    def count_annotators(self) -> list[int]:
        """Return the number of annotators of each item."""
        counts = [0] * len(self.items)
        for scores_by_item in self.judgements.values():
            for index in scores_by_item:
                counts[index] += 1
        return counts


def match_study(project: Project, rows: Iterable[RawRating | Rejected], report: Callable[[int], None]) -> Study:
    """Match every score with its item and scale; at type level, compounds that the project lacks are planned."""
    return _Matching(project).match(rows, report)


def find_compounds(project: Project) -> dict[str, Compound]:
    """Return the project's compounds by normal form, with their items."""
    occurrences = Prefetch("occurrences", Occurrence.objects.select_related("item").defer("sentence"))
    compounds = Compound.everything.filter(project=project).select_related("item").prefetch_related(occurrences)
    return {compound.normalised: compound for compound in compounds}


def find_items(compound: Compound) -> dict[int | None, Item]:
    """Return the compound's items by the number of the sentence, with None for the one at type level."""
    items: dict[int | None, Item] = {None: compound.item} if compound.item is not None else {}
    return items | {
        occurrence.number: occurrence.item for occurrence in compound.occurrences.all() if occurrence.item is not None
    }


def is_free(item: Item) -> bool:
    """Return whether nobody has been assigned the item; items with a known answer are not free."""
    return item.state == Item.State.OPEN and not item.assigned_count


class _Matching:
    def __init__(self, project: Project) -> None:
        self.settings = project.idiomaticity
        self.known: Mapping[str, Compound] = find_compounds(project)
        self.parts = {key: (compound.modifier, compound.head) for key, compound in self.known.items()}
        self.new: dict[str, PlannedCompound] = {}
        self.free: set[ItemKey] = {
            (key, number)
            for key, compound in self.known.items()
            for number, item in find_items(compound).items()
            if is_free(item)
        }
        # Sentences are rated here, and the compounds were rated by themselves elsewhere.
        by_themselves = (
            key for key, compound in self.known.items() if compound.item is None and not compound.is_filler
        )
        self.free |= {(key, None) for key in by_themselves}
        self.places: dict[ItemKey, int] = {}
        scale, extra = self.settings.score_scale, self.settings.asked_beside
        # By question: head, modifier and whole share one.
        self.scales: Mapping[str, ScoreScale] = dict.fromkeys(SCALES, scale) | {
            question.name: question.scale for question in extra
        }
        self.study = Study(tuple(self.scales))

    def match(self, rows: Iterable[RawRating | Rejected], report: Callable[[int], None]) -> Study:
        for done, row in enumerate(rows):
            if done % REPORT_EVERY == 0:
                report(done)
            reason = "" if isinstance(row, Rejected) else self._take(row)
            if isinstance(row, Rejected):
                self.study.leave_out(row)
            elif reason:
                self.study.leave_out(reject(row.line, reason, row.compound))
        # A compound without a usable rating would become new work that nobody planned.
        taken = {key for key, _ in self.study.items}
        self.study.new_compounds = [planned for key, planned in self.new.items() if key in taken]
        return self.study

    def _take(self, rating: RawRating) -> str:
        """Add the score, or record the reason why it cannot be used."""
        key = normalise(rating.compound)
        if key not in self.parts and (reason := self._plan_compound(key, rating)):
            return reason
        scale = rating.find_scale(*self.parts[key], self.scales)
        if scale is None:
            return f"“{rating.constituent}” is not the head or modifier of this compound, or is both."
        if scale in SCALES and scale not in find_scales(self.parts[key][1]):
            return "The head of this compound is unknown. Import the compound first."
        if rating.value != CANNOT_JUDGE and not self.scales[scale].holds(rating.value):
            on_scale = f"{self.scales[scale]}, the scale of this study"
            return f"{rating.value} is not a score from {on_scale}, or -1 for “cannot judge”."
        item = key, rating.sentence
        if item not in self.free:
            return self._why_not(self.known.get(key), rating)
        scores = self._find_scores(item, rating.annotator)
        column = self.study.columns.index(scale)
        if scores[column] is not None:
            return "This annotator has already rated this."
        scores[column] = rating.value
        if rating.guideline is not None:
            self.study.guidelines[rating.annotator, self.places[item]] = rating.guideline
        if rating.list is not None:
            self.study.lists.setdefault(rating.annotator, rating.list)
        self.study.values += 1
        return ""

    def _find_scores(self, item: ItemKey, annotator: str) -> Scores:
        if item not in self.places:
            self.places[item] = len(self.study.items)
            self.study.items.append(item)
        by_place = self.study.judgements.setdefault(annotator, {})
        if len(self.study.judgements) > MOST_ANNOTATORS:
            raise DomainError(f"The file has more than {MOST_ANNOTATORS:,} annotators. Check the annotator column.")
        return by_place.setdefault(self.places[item], [None] * len(self.study.columns))

    def _plan_compound(self, key: str, rating: RawRating) -> str:
        """Plan a compound that only the file has; return a reason if it cannot be used, otherwise an empty string."""
        if self.settings.asks_sentences:
            return "The project does not have this compound. Import it with its sentences first."
        # Where the head is unknown, the whole can be rated alone.
        split = split_compound(rating.compound, self.settings.language)
        modifier, head = (split.modifier, split.head) if split else ("", "")
        self.parts[key] = modifier, head
        self.free.add((key, None))
        self.new[key] = PlannedCompound(CompoundEntry(rating.line, rating.compound), modifier, head, ())
        return ""

    def _why_not(self, compound: Compound | None, rating: RawRating) -> str:
        if not self.settings.asks_sentences and rating.sentence is not None:
            return "This project rates compounds, not sentences. Leave the sentence empty."
        item = find_items(compound).get(rating.sentence) if compound else None
        if item is None:
            return f"This compound has no sentence {rating.sentence}."
        if item.state == Item.State.WITHDRAWN:
            return "This item is withdrawn." if item.withdrawn_from else "This item has a known answer."
        return "This item has already been assigned to annotators."

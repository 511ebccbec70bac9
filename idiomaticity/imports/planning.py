"""Plan of an import: every compound split, every sentence placed, and those that could not be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from annotation_site.phrases.presence import describe_span
from annotation_site.phrases.span_units import (
    CODE_POINTS,
    Marked,
    SpanUnits,
    describe_units,
    find_units,
    to_code_points,
)
from annotation_site.texts.format_characters import clean
from idiomaticity.compounds.heads import split_compound
from idiomaticity.compounds.labels import sort_labels
from idiomaticity.compounds.placing import Placement, Unplaced, check_spans, is_pointer, place_compound, place_words
from idiomaticity.formats import NO_HEAD, CompoundEntry, SentenceEntry, read_spans
from idiomaticity.scales.judgements import Scale
from idiomaticity.scales.paraphrase_texts import normalise

LONGEST_NORMALISED = 250
MOST_CHECKS = 5
UNKNOWN_HEAD = (
    "The head of this compound is unknown. Add the columns head and modifier, or the head - to have only the whole "
    "compound rated."
)


@dataclass(frozen=True, slots=True)
class PlannedSentence:
    """A sentence with its compound placed, or only what was published of one that is not here."""

    number: int
    text: str = ""
    placement: Placement | None = None
    mean: float | None = None
    paraphrases: tuple[str, ...] = ()
    label: str = ""
    previous: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class PlannedCompound:
    """A compound with its two words and the sentences that can be used."""

    entry: CompoundEntry
    modifier: str
    head: str
    sentences: tuple[PlannedSentence, ...]


# Entered instead of the compound's words if it does not occur in the sentence at all.
LEFT_OUT = "-"


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A sentence in which the compound was not found; a correction refers to it by `key`."""

    key: str
    line: int
    compound: str
    sentence: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A compound or a sentence that cannot be imported, with the reason as a sentence."""

    line: int
    compound: str
    reason: str


@dataclass(frozen=True, slots=True)
class Known:
    """Facts that the project has of one of its compounds, those of an earlier study among them."""

    # Scales of which it has a published mean.
    with_means: frozenset[Scale]
    has_paraphrases: bool
    # Whether it is there for its known answer, and is no compound of the study.
    is_filler: bool = False
    # Number of each sentence that has no label, by its text; a text that occurs twice is not among them.
    unlabelled: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """The effects of an import; `pointers` counts cells that point into a corpus instead of holding a sentence."""

    compounds: list[PlannedCompound] = field(default_factory=list)
    misplaced: list[Misplaced] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    pointers: int = 0
    # Compounds that are left out because their head is unknown.
    unknown_heads: int = 0
    # Of compounds that the project has without these.
    means: dict[str, dict[Scale, float]] = field(default_factory=dict)
    paraphrases: dict[str, CompoundEntry] = field(default_factory=dict)
    # By compound and number of the sentence.
    labels: dict[tuple[str, int], str] = field(default_factory=dict)
    # Given spans, as they stand in the file, and sentences on those that do not mark their compound.
    span_units: SpanUnits = CODE_POINTS
    marked: list[Marked] = field(default_factory=list)
    span_faults: list[str] = field(default_factory=list)

    @property
    def recognised_units(self) -> SpanUnits:
        """Return the units in which all given spans fit, or those in which they were read."""
        return find_units(self.marked) or self.span_units

    def list_checks(self) -> list[str]:
        """Return sentences on given spans that do not mark their compound."""
        checks = self.span_faults[:MOST_CHECKS]
        if more := len(self.span_faults) - len(checks):
            checks.append(f"{more:,} more spans do not mark their compound.")
        if self.recognised_units != self.span_units:
            checks.append(describe_units(self.recognised_units))
        return checks

    @property
    def sentences(self) -> list[PlannedSentence]:
        """Return the sentences that would be rated."""
        return [sentence for compound in self.compounds for sentence in compound.sentences if sentence.placement]

    def list_texts(self) -> list[str]:
        """Return the compounds and sentences that the files have, those that cannot be imported included."""
        texts = [unusable.compound for unusable in self.left_out]
        for misplaced in self.misplaced:
            texts += [misplaced.compound, misplaced.sentence]
        for planned in self.compounds:
            texts += [planned.entry.compound, *(sentence.text for sentence in planned.sentences)]
        return texts

    @property
    def published_paraphrases(self) -> int:
        """Return the entries of the published lists, also of sentences that are not here."""
        new = sum(count_listed(compound.entry) for compound in self.compounds)
        return new + sum(map(count_listed, self.paraphrases.values()))

    def count_labels(self) -> dict[str, int]:
        """Return the number of occurrences with each label, and of those without one, in the order of pages."""
        counts = Counter(sentence.label for compound in self.compounds for sentence in compound.sentences)
        return {label: counts[label] for label in sort_labels(counts)}

    def count_manners(self) -> dict[str, int]:
        """Return the number of sentences placed in each manner."""
        counts = dict.fromkeys(("given", "verbatim", "inflected", "discontinuous"), 0)
        for sentence in self.sentences:
            if sentence.placement:
                counts[sentence.placement.manner] += 1
        return counts


def plan_import(
    entries: Sequence[CompoundEntry],
    *,
    language: str,
    corrections: Mapping[str, str],
    taken: Mapping[str, Known] | None = None,
    needs_sentences: bool = True,
    span_units: SpanUnits = CODE_POINTS,
    rates_whole: bool = False,
) -> Plan:
    """Plan the import of the entries.

    Compounds whose head is unknown are left out, or with `rates_whole` rated as a whole.

    `corrections` gives, by key, the words of a compound in its sentence, or its spans; `taken` holds the compounds
    that the project already has, whose published means and paraphrases, and labels, may come in later than these.
    """
    plan = Plan(span_units=span_units)
    for entry in entries:
        misplaced = len(plan.misplaced)
        compound = _plan_compound(plan, entry, language, corrections, taken or {}, rates_whole=rates_whole)
        if compound is None:
            continue
        if needs_sentences and not compound.sentences:
            if len(plan.misplaced) > misplaced:
                continue  # already reported there, and it can be corrected
            plan.left_out.append(LeftOut(entry.line, entry.compound, "This compound has no valid sentences."))
            continue
        plan.compounds.append(compound)
    return plan


def _plan_compound(
    plan: Plan,
    entry: CompoundEntry,
    language: str,
    corrections: Mapping[str, str],
    taken: Mapping[str, Known],
    *,
    rates_whole: bool,
) -> PlannedCompound | None:
    key = normalise(entry.compound)
    known = taken.get(key)
    if known and not known.is_filler and _plan_additions(plan, key, known, entry):
        return None
    if known or len(key) > LONGEST_NORMALISED:
        plan.left_out.append(LeftOut(entry.line, entry.compound, _explain_taken(known)))
        return None
    parts = split_compound(entry.compound, language)
    modifier, head = entry.modifier, entry.head
    if parts:
        modifier, head = modifier or parts.modifier, head or parts.head
    if entry.head == NO_HEAD or ((rates_whole or entry.is_marked) and not (modifier and head)):
        modifier, head = "", ""
    elif not (modifier and head):
        plan.unknown_heads += 1
        plan.left_out.append(LeftOut(entry.line, entry.compound, UNKNOWN_HEAD))
        return None
    sentences = []
    for number, sentence in sorted(entry.sentences.items()):
        planned = _plan_sentence(plan, entry, number, sentence, language, corrections)
        if planned:
            sentences.append(planned)
    return PlannedCompound(entry, modifier, head, tuple(sentences))


def _explain_taken(known: Known | None) -> str:
    if known is None:
        return "The compound is too long."
    if known.is_filler:
        return "This compound has a known answer. Remove it from the known answers first."
    return "The project already has this compound."


def _plan_additions(plan: Plan, key: str, known: Known, entry: CompoundEntry) -> bool:
    """Plan what the file adds to a compound that the project has; return whether there is anything."""
    if means := {scale: mean for scale, mean in entry.published_means.items() if scale not in known.with_means}:
        plan.means[key] = means
    if adds_list := bool(count_listed(entry)) and not known.has_paraphrases:
        plan.paraphrases[key] = entry
    labels = {
        (key, known.unlabelled[sentence.text]): sentence.label
        for sentence in entry.sentences.values()
        if sentence.label and sentence.text in known.unlabelled
    }
    plan.labels |= labels
    return bool(means) or adds_list or bool(labels)


def count_listed(entry: CompoundEntry) -> int:
    """Return the number of published paraphrases, of the compound and of its sentences."""
    return len(entry.paraphrases) + sum(len(sentence.paraphrases) for sentence in entry.sentences.values())


def _plan_sentence(
    plan: Plan,
    entry: CompoundEntry,
    number: int,
    sentence: SentenceEntry,
    language: str,
    corrections: Mapping[str, str],
) -> PlannedSentence | None:
    is_published = sentence.mean is not None or bool(sentence.paraphrases) or bool(sentence.label)
    published = PlannedSentence(number, mean=sentence.mean, paraphrases=sentence.paraphrases, label=sentence.label)
    without_text = published if is_published else None
    if not sentence.text:
        return without_text
    if is_pointer(sentence.text):
        plan.pointers += 1
        return without_text
    key = f"{normalise(entry.compound)}#{number}"
    words = corrections.get(key, "")
    if words == LEFT_OUT:
        placement: Placement | Unplaced = Unplaced("Left out as requested.")
    elif words or sentence.words:
        spans, text = read_spans(words or sentence.words)
        placement = check_spans(spans, sentence.text) if spans else place_words(text, sentence.text)
    elif sentence.spans:
        placement = _place_given(plan, entry, sentence)
    else:
        placement = place_compound(entry.compound, sentence.text, language, sentence.seams)
    if isinstance(placement, Unplaced):
        plan.misplaced.append(Misplaced(key, sentence.line, entry.compound, sentence.text, placement.reason))
        return without_text
    return replace(published, text=sentence.text, placement=placement, previous=sentence.previous, next=sentence.next)


def _place_given(plan: Plan, entry: CompoundEntry, sentence: SentenceEntry) -> Placement | Unplaced:
    """Return the place that the file gives, and note what does not mark the compound."""
    if plan.span_units == CODE_POINTS:
        plan.marked.append((sentence.text, sentence.spans, entry.compound))
    try:
        spans = to_code_points(sentence.spans, sentence.text, plan.span_units)
    except ValueError as error:
        return Unplaced(str(error))
    placement = check_spans(spans, sentence.text)
    if isinstance(placement, Placement) and (
        fault := describe_span(sentence.text, spans, entry.compound, may_be_name=False)
    ):
        plan.span_faults.append(f"Line {sentence.line:,}: {fault}.")
    return placement


def read_corrections(fields: Mapping[str, str]) -> dict[str, str]:
    """Return key → words, without empty ones."""
    return {key: words for key, text in fields.items() if (words := re.sub(r"\s+", " ", clean(text)).strip())}

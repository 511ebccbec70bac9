"""Tasks of a judging round: one for each marked expression or segment, or for pairs of their outputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from annotation_site.assignments.quotas import place_on_ring
from evaluation.judging.documents import DocumentPosition
from evaluation.metrics.error_spans.schemes import ErrorSpan

Spans = Sequence[Sequence[int]]
# A sentence with its line in the whole text, None where the test set is the whole text.
Line = tuple[int | None, str]
# Settings of a judging round that are shares of its tasks, in per cent.
SHARES = ("repeat_share", "attention_share")
# Sentences shown on either side of the one that is judged.
CONTEXT = 2
# Between the places of a document's segments on the ring, and what is left of it behind the last: enough for a million.
_STEP, _BEFORE_END = 1e-12, 1 - 1e-6


@dataclass(frozen=True, slots=True)
class Output:
    """A text produced by one system or several, or the reference hidden among them."""

    text: str
    systems: tuple[int, ...]
    is_reference: bool = False
    # Of the words that render the expression, where they are known; a task does not store them.
    about: Spans = ()
    # Marks that judges begin with, None where none are known; those of control items are withheld.
    given: tuple[ErrorSpan, ...] | None = None
    is_withheld: bool = False
    # Of a document, the same system's translations of the neighbouring segments.
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the output as a task stores it."""
        stored = {"text": self.text, "systems": list(self.systems), "is_reference": self.is_reference}
        if self.before or self.after:
            stored |= {"before": list(self.before), "after": list(self.after)}
        if self.given is None:
            return stored
        marks = [span.to_json() for span in self.given]
        return {**stored, "withheld" if self.is_withheld else "given": marks}


@dataclass(frozen=True, slots=True)
class Stretch:
    """The place of the words that were replaced in the degraded output of an attention item."""

    output: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """An expression in its sentence, or the whole of it, with the outputs to judge. `repeats` is the place of the task
    that it repeats, `before` and `after` are the sentences around; `degraded` makes the repeat an attention item.
    """

    segment: int
    position: int
    label: str
    source: str
    source_spans: Spans
    reference: str
    reference_spans: Spans
    outputs: tuple[Output, ...]
    repeats: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    degraded: Stretch | None = None
    document: DocumentPosition | None = None


def merge_outputs(texts: Iterable[tuple[int, str]], hidden_reference: str = "") -> tuple[Output, ...]:
    """Return the distinct texts, ignoring spaces, in order of first occurrence. The hidden reference, if any, comes
    last.
    """
    systems: dict[str, list[int]] = {}
    for system, text in texts:
        systems.setdefault(" ".join(text.split()), []).append(system)
    hidden = " ".join(hidden_reference.split())
    outputs = [
        Output(text, tuple(system_keys), bool(hidden) and text == hidden) for text, system_keys in systems.items()
    ]
    if hidden and hidden not in systems:
        outputs.append(Output(hidden, (), is_reference=True))
    return tuple(outputs)


def find_words(text: str, words: str) -> Spans:
    """Return the span of the words in code points, ignoring case; empty unless they occur exactly once."""
    lowered, wanted = text.lower(), words.lower()
    if not wanted or len(lowered) != len(text) or lowered.count(wanted) != 1:
        return []
    start = lowered.index(wanted)
    return [[start, start + len(wanted)]]


def find_neighbours(lines: Mapping[int, Line], number: int, steps: Iterable[int]) -> tuple[str, ...]:
    """Return the sentences that stand at these steps from a segment, without those that are not its neighbours in the
    text that the test set was found in.
    """
    line, _ = lines.get(number, (None, ""))
    neighbours = [(step, *lines[number + step]) for step in steps if number + step in lines]
    return tuple(text for step, own, text in neighbours if line is None or own == line + step)


def choose_sample(generator: Random, count: int, sample: int | None) -> Sequence[int]:
    """Return the places of a random sample of expressions in text order, or of all."""
    if sample is None or sample >= count:
        return range(count)
    return sorted(generator.sample(range(count), sample))


def plan_tasks(
    tasks: Sequence[PlannedTask], *, method: str, generator: Random, pairs: int, repeat_share: int
) -> list[PlannedTask]:
    """Return the tasks of the sample, followed by `repeat_share` per cent of them a second time.

    For preferences, each expression has at most `pairs` pairs of different outputs.
    """
    if method == "preference":
        chosen = [pair for task in tasks for pair in _pair_up(task, pairs, generator)]
    else:
        chosen = [task for task in tasks if task.outputs]
    again = sorted(generator.sample(range(len(chosen)), round(len(chosen) * repeat_share / 100)))
    return chosen + [replace(chosen[index], repeats=index) for index in again]


def number_tasks(tasks: Sequence[PlannedTask]) -> list[int]:
    """Return a number from 0 for each task: those of a repeat and of what it repeats are neighbours, because annotators
    see numbers, and high ones for all repeats would tell which these are. Every other attention item comes first.
    """
    in_order = sorted(range(len(tasks)), key=lambda index: (_origin(tasks, index), _rank(tasks, index)))
    numbers = [0] * len(tasks)
    for number, index in enumerate(in_order):
        numbers[index] = number
    return numbers


def place_tasks(seed: int, numbers: Sequence[int], tasks: Sequence[PlannedTask]) -> list[float]:
    """Return the place of each task on the project's ring: those of a document follow each other from the place of its
    first, so that whoever begins it begins there. Repeats come at places of their own.
    """
    first_places: dict[str, float] = {}
    counts: Counter[str] = Counter()
    places = []
    for number, task in zip(numbers, tasks, strict=True):
        place = place_on_ring(seed, number)
        if task.document is not None and task.repeats is None:
            name = task.document.name
            place = first_places.setdefault(name, place * _BEFORE_END) + counts[name] * _STEP
            counts[name] += 1
        places.append(place)
    return places


def _origin(tasks: Sequence[PlannedTask], index: int) -> int:
    repeated = tasks[index].repeats
    return index if repeated is None else repeated


def _rank(tasks: Sequence[PlannedTask], index: int) -> int:
    return -index if tasks[index].degraded is not None and index % 2 else index


def _pair_up(task: PlannedTask, most: int, generator: Random) -> list[PlannedTask]:
    pairs = list(combinations(task.outputs, 2))
    if len(pairs) > most:
        pairs = [pairs[index] for index in sorted(generator.sample(range(len(pairs)), most))]
    return [replace(task, outputs=pair) for pair in pairs]

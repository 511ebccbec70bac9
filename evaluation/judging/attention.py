"""Attention items of a judging round: tasks that are asked again with one translation degraded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from evaluation.judging.degrading import Degraded, degrade
from evaluation.judging.planning import Output, PlannedTask, Stretch
from evaluation.metrics.error_spans.schemes import SOURCE, ErrorSpan

# No test of fewer pairs can be significant: all five as expected have p = 0.03, all four 0.06.
LEAST_PAIRS = 5
# Translations of other segments from which words are taken for one attention item.
_DONORS = 200


class TooFew(ValueError):
    """Error for a round without enough attention items to test anybody."""


def count_attention(tasks: int, share: int) -> int:
    """Return how many of the tasks have an attention item; raise TooFew if that is none too many for a test."""
    wanted = round(tasks * share / 100)
    if wanted < LEAST_PAIRS:
        raise TooFew(
            f"{share} % of {tasks:,} items are {wanted} attention items; a test needs at least {LEAST_PAIRS}. "
            "Choose a larger share or more items."
        )
    return wanted


def plan_attention(
    tasks: Sequence[PlannedTask], *, method: str, share: int, language: str, generator: Random, needs_place: bool
) -> list[PlannedTask]:
    """Return an attention item for `share` per cent of the tasks that are no repeats; raise TooFew if these, or the
    translations that can be degraded, are too few. With `needs_place`, the question is about the expression alone.
    """
    originals = [index for index, task in enumerate(tasks) if task.repeats is None]
    wanted = count_attention(len(originals), share)
    donors = [(task.segment, output.text) for task in tasks for output in task.outputs if output.systems]
    made: list[PlannedTask] = []
    for index in generator.sample(originals, len(originals)):
        if len(made) == wanted:
            break
        task = tasks[index]
        others = [text for segment, text in _sample(donors, generator) if segment != task.segment]
        copied = _copy(task, others, method=method, language=language, generator=generator, needs_place=needs_place)
        if copied is not None:
            made.append(replace(copied, repeats=index))
    if len(made) < LEAST_PAIRS:
        raise TooFew(
            f"Only {len(made)} of the items have a translation of which a degraded copy can be made; attention items "
            f"need at least {LEAST_PAIRS}."
        )
    return made


def _sample(donors: Sequence[tuple[int, str]], generator: Random) -> Sequence[tuple[int, str]]:
    return donors if len(donors) <= _DONORS else generator.sample(donors, _DONORS)


def _copy(
    task: PlannedTask, donors: Sequence[str], *, method: str, language: str, generator: Random, needs_place: bool
) -> PlannedTask | None:
    """Return the task with one system's translation degraded, or the pair of that translation and its degraded copy."""
    taken = {output.text for output in task.outputs}
    indexes = [index for index, output in enumerate(task.outputs) if output.systems]
    for index in generator.sample(indexes, len(indexes)):
        output = task.outputs[index]
        about = None if needs_place and not output.about else output.about
        made = degrade(output.text, donors, language=language, generator=generator, about=about, taken=taken)
        if made is not None:
            return _with_degraded(task, index, made, is_pair=method == "preference")
    return None


def _move_marks(output: Output, made: Degraded) -> tuple[ErrorSpan, ...] | None:
    """Return the given marks outside of the replaced stretch, at their new places: without any, the copy would differ
    from all other translations.
    """
    if output.given is None or output.is_withheld:
        return None
    longer = len(made.text) - len(output.text)
    moved = []
    for mark in output.given:
        if mark.side == SOURCE or mark.end <= made.start:
            moved.append(mark)
        elif mark.start >= made.end - longer:
            moved.append(replace(mark, start=mark.start + longer, end=mark.end + longer))
    return tuple(moved)


def _with_degraded(task: PlannedTask, index: int, made: Degraded, *, is_pair: bool) -> PlannedTask:
    original = task.outputs[index]
    given = _move_marks(original, made)
    degraded = Output(made.text, (), given=given, before=original.before, after=original.after)
    if is_pair:
        return replace(task, outputs=(task.outputs[index], degraded), degraded=Stretch(1, made.start, made.end))
    outputs = (*task.outputs[:index], degraded, *task.outputs[index + 1 :])
    return replace(task, outputs=outputs, degraded=Stretch(index, made.start, made.end))

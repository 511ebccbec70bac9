"""Outputs for a whole text, of which a test set has some sentences: found by their line, or by their source."""

from __future__ import annotations

from collections.abc import Sequence

from alignment.formats import FormatError
from annotation_site.texts.format_characters import clean
from annotation_site.texts.in_step import drop_blank_end
from evaluation.files.lines import read_parallel, read_texts


def count_lines(path: str) -> int:
    """Return the number of lines up to the last one that is not blank."""
    return sum(1 for _ in drop_blank_end(read_texts(path)))


def choose_lines(path: str, text_lines: Sequence[int]) -> list[str]:
    """Return the line of each segment, given by its number in the whole text; raise FormatError if the file ends before
    one of them.
    """
    wanted: dict[int, list[int]] = {}
    for index, number in enumerate(text_lines):
        wanted.setdefault(number, []).append(index)
    outputs = [""] * len(text_lines)
    for number, line in enumerate(read_texts(path), 1):
        for index in wanted.pop(number, ()):
            outputs[index] = line.strip()
    if wanted:
        number = min(wanted)
        fault = f"The file ends before line {number:,} of the whole text, which is segment {wanted[number][0] + 1:,}."
        raise FormatError(path, None, fault)
    return outputs


def match_sources(
    path: str, whole: str, sources: Sequence[str], text_lines: Sequence[int | None]
) -> tuple[list[str], list[int]]:
    """Return the output for each source, found in the file of all sources, whose lines are those of the outputs; and
    the numbers of the segments whose source is not there.

    Spaces and characters that show nothing do not count. Of a sentence that occurs more than once, the line of the
    segment is taken if it is known, else the first.
    """
    wanted: dict[str, list[int]] = {}
    for index, source in enumerate(sources):
        wanted.setdefault(_squeeze(source), []).append(index)
    outputs: dict[int, str] = {}
    for number, (source, output) in read_parallel((whole, path)):
        for index in wanted.get(_squeeze(source), ()):
            if index not in outputs or text_lines[index] == number:
                outputs[index] = output.strip()
    missing = [index + 1 for index in range(len(sources)) if index not in outputs]
    if len(missing) == len(sources):
        raise FormatError(whole, None, "None of the segments are in this text.")
    return [outputs.get(index, "") for index in range(len(sources))], missing


def _squeeze(text: str) -> str:
    return " ".join(clean(text).split())

"""Links of a test set's segments from a release of word alignment, whose pairs are found by their words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from annotation_site.texts.token_places import Span, locate_tokens
from evaluation.aligner_scores.gold import GoldPair


@dataclass(frozen=True, slots=True)
class AlignedTexts:
    """Character spans of the tokens in a segment's two texts, and the links between them, Sure and Possible alike."""

    source_places: list[Span]
    target_places: list[Span]
    links: list[tuple[int, int]]


class PairsMissing(ValueError):
    """Raised if the release lacks segments: all of them, or so many, of which the message names the first."""


def read_alignments(
    texts: Mapping[int, tuple[str, str]], pairs: Iterable[GoldPair]
) -> Iterator[tuple[int, AlignedTexts]]:
    """Yield aligned texts by the number of the segment, in the order of the release.

    Words may be split differently, but every character must match. Raise PairsMissing, at the end, if a segment with
    both texts is in no pair.
    """
    wanted: dict[bytes, list[int]] = {}
    for number, (source, target) in texts.items():
        if source.strip() and target.strip():
            wanted.setdefault(_name(source, target), []).append(number)
    wanted_count = sum(len(numbers) for numbers in wanted.values())
    for pair in pairs:
        for number in wanted.pop(_name("".join(pair.source_tokens), "".join(pair.target_tokens)), ()):
            source, target = texts[number]
            spans = locate_tokens(pair.source_tokens, source), locate_tokens(pair.target_tokens, target)
            yield number, AlignedTexts(*spans, sorted(pair.links))
    missing = sorted(number for numbers in wanted.values() for number in numbers)
    if len(missing) == wanted_count:
        raise PairsMissing("None of the segments are in the release.")
    if missing:
        raise PairsMissing(f"{len(missing):,} of the segments are not in the release; the first is {missing[0]}.")


def _name(source: str, target: str) -> bytes:
    """Return sixteen bytes that identify the two texts without their spaces."""
    squashed = "".join(source.split()) + "\n" + "".join(target.split())
    return hashlib.blake2b(squashed.encode("utf-8", "surrogatepass"), digest_size=16).digest()

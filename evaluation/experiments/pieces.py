"""Lines cut into pieces of words that keep what is known of expressions: factors, or expressions joined into one.

A line is cut as it is, without tokenisation, so that pieces joined again are the text. Lemma and label of a word are
copied to its pieces, as §6 of Zaninello & Birch 2020 does. Unlike there, where BPE may cut `walked_off`, an expression
written as one word stays one piece, provided that training has seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[int, int]
Hits = Sequence[tuple[str, Sequence[Span]]]
Words = Sequence[tuple[int, int, str]]
Cut = Callable[[str], list[str]]
SPACE = "▁"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with the code points of the line that it covers, the space before it not included."""

    text: str
    start: int
    end: int


def flatten(text: str) -> str:
    """Replace each character of white space by a space, so that places stay and no toolkit splits inside a piece."""
    return "".join(" " if character.isspace() else character for character in text)


def cut_line(text: str, cut: Cut, joined: Sequence[tuple[int, int]] = ()) -> list[Piece]:
    """Return the line's pieces; stretches that are `joined` become one piece, with underscores for spaces.

    `cut` returns the pieces of a text, the first of which begins with `▁`, as sentencepiece does.
    """
    pieces: list[Piece] = []
    position = 0
    for start, end in joined:
        before = start - 1 if start and text[start - 1] == " " else start
        pieces += _cut_stretch(text, position, before, cut)
        word = "_".join(text[start:end].split())
        pieces.append(Piece(f"{SPACE}{word}" if before < start or not start else word, start, end))
        position = end
    return [*pieces, *_cut_stretch(text, position, len(text), cut)]


def _cut_stretch(text: str, start: int, end: int, cut: Cut) -> Iterator[Piece]:
    stretch = text[start:end]
    has_space = stretch.startswith(" ")
    body = stretch[1:] if has_space else stretch
    if not body:
        return
    position = start if has_space else start - 1
    for index, piece in enumerate(cut(body)):
        first, position = position, position + len(piece)
        written = piece
        if not index and not has_space and start:
            written = piece.removeprefix(SPACE)
        if written:
            yield Piece(written, first + piece.startswith(SPACE), position)


def find_joined(text: str, hits: Hits) -> list[Span]:
    """Return the stretches of contiguous expressions of several words, in order; others cannot be written as one word,
    nor can those that overlap an earlier one.
    """
    stretches = []
    for _, spans in hits:
        ordered = sorted(spans)
        gaps = (text[end:start] for (_, end), (start, _) in pairwise(ordered))
        if ordered and not any(gap.strip() for gap in gaps) and " " in text[ordered[0][0] : ordered[-1][1]].strip():
            stretches.append((ordered[0][0], ordered[-1][1]))
    joined: list[Span] = []
    for start, end in sorted(stretches):
        if not joined or start >= joined[-1][1]:
            joined.append((start, end))
    return joined


def name_joined(text: str, span: Span) -> str:
    """Return an expression of the text as one word."""
    return "_".join(text[slice(*span)].split())


def keep_known(text: str, joined: Sequence[Span], known: Collection[str]) -> list[Span]:
    """Return the stretches whose words, joined, were seen in training; no model can read the others."""
    return [span for span in joined if name_joined(text, span) in known]


def label_pieces(pieces: Sequence[Piece], words: Words, hits: Hits) -> tuple[list[str], list[str]]:
    """Return the lemma of each piece and its label: B in the first word of an expression, I in others, O outside.

    `words` are (start, end, lemma); words of an expression have the whole expression as their lemma.
    """
    known: dict[int, tuple[str, str]] = {}
    for phrase, spans in hits:
        inside = [index for index, word in enumerate(words) if any(_overlap(word[:2], span) for span in spans)]
        for place, index in enumerate(inside):
            known.setdefault(index, ("_".join(phrase.split()), "I" if place else "B"))
    lemmas, labels = [], []
    for piece in pieces:
        covered = (piece.start, piece.end)
        home = next((index for index, word in enumerate(words) if _overlap(covered, word[:2])), None)
        lemma, label = (SPACE, "O") if home is None else known.get(home, (words[home][2], "O"))
        lemmas.append("_".join(lemma.split()) or SPACE)
        labels.append(label)
    return lemmas, labels


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def join_pieces(line: str) -> str:
    """Return the text of a line in pieces; `run.sh` does the same by sed."""
    return " ".join(line.replace(" ", "").replace(SPACE, " ").split())

"""Files of corpora that label idioms, in forms of their own: tokens with tags, and places in a corpus with a label.

ID10M (Tedeschi et al. 2022): a token and a tag (B-IDIOM, I-IDIOM, O) a line, sentences separated by empty lines.
VNC-Tokens (Cook et al. 2008): `I blow_whistle A/A0/A0X 123`, a label, a verb and a noun, and a sentence of the British
National Corpus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

BEGINS, GOES_ON, OUTSIDE = "B-IDIOM", "I-IDIOM", "O"
TAGGED_LINE = re.compile(rf"[^\t]+\t({BEGINS}|{GOES_ON}|{OUTSIDE})")
VNC_LINE = re.compile(r"([ILQ])[ \t]+([^\W\d]+(?:_[^\W\d]+)+)[ \t]+([A-K]/\w+/\w+)[ \t]+(\d+)")


@dataclass(slots=True)
class TaggedSentence:
    """Tokens with the spaces that follow them, and the tag of each."""

    line: int
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)


def split_tagged(lines: Iterable[str]) -> Iterator[TaggedSentence]:
    """Yield the sentences; a tag that is none of the three is outside of idioms."""
    sentence = TaggedSentence(1)
    for number, line in enumerate(lines, start=1):
        token, _, tag = line.rstrip("\r\n").partition("\t")
        if not line.strip():
            if sentence.tokens:
                yield sentence
            sentence = TaggedSentence(number + 1)
            continue
        sentence.tokens.append(token)
        sentence.tags.append(tag.strip() if tag.strip() in (BEGINS, GOES_ON) else OUTSIDE)
    if sentence.tokens:
        yield sentence


def are_all(pattern: re.Pattern[str], lines: Sequence[str]) -> bool:
    """Return whether the lines are of this form, empty ones aside, and there is one."""
    filled = [line for line in lines if line.strip()]
    return bool(filled) and all(pattern.fullmatch(line.rstrip()) for line in filled)


def bring_spaces(sentences: Iterable[TaggedSentence]) -> bool:
    """Return whether tokens bring the spaces that follow them, as in some of the files; in others there are none."""
    return any(token.endswith(" ") for sentence in sentences for token in sentence.tokens)

"""Occurrences of expressions in their contexts, as corpora of idioms have them: one in a sentence, with its label.

Each is a document of its own, so that it is read alone, with its context in comments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation_site.phrases import Sentence
from expressions.formats.sentences import AFTER, BEFORE, NO_SPACE, UNKNOWN, Expression, MarkedSentence, make_sentence

LANGUAGE = "language"
# Labels of MAGPIE, which are the categories of the task in which candidates are judged.
LABELS = {"i": "idiomatic", "l": "literal", "o": "other", "f": "false", "?": "unclear"}
# Sentences of context on each side, as in MAGPIE.
CONTEXT = 2


@dataclass(frozen=True, slots=True)
class Source:
    """The corpus of an occurrence, its identifier there, and the line of the file that it comes from."""

    corpus: str
    identifier: str
    line: int


@dataclass(frozen=True, slots=True)
class Context:
    """Text before and after a sentence, and the language that the corpus says it is in, empty where it says none."""

    before: Sequence[str] = ()
    after: Sequence[str] = ()
    language: str = ""


def make_occurrence(
    source: Source,
    tokens: Sequence[Sequence[str]],
    text: str,
    context: Context,
    expressions: tuple[Expression, ...],
) -> MarkedSentence:
    """Return the sentence with its expressions; tokens are given as `make_sentence` takes them."""
    identifier = "-".join(source.identifier.split()) or str(source.line)
    comments = [f"# newdoc id = {source.corpus}-{identifier}", f"# source_sent_id = . . {identifier}"]
    named: Mapping[str, str] = {
        LANGUAGE: context.language,
        BEFORE: _join(context.before),
        AFTER: _join(context.after),
        "text": _join([text]),
    }
    comments += [f"# {name} = {value}" for name, value in named.items() if value]
    return MarkedSentence(make_sentence(source.line, tokens, comments), expressions, language=context.language)


def _join(texts: Sequence[str]) -> str:
    return " ".join(" ".join(texts).split())


def make_tokens(sentence: Sentence) -> list[tuple[str, ...]]:
    """Return the words of a text that was split, with the spaces between them."""
    tokens = list[tuple[str, ...]]()
    for index, word in enumerate(sentence.words):
        following = sentence.words[index + 1 : index + 2]
        is_joined = bool(following) and following[0].start == word.end
        tokens.append((word.form, UNKNOWN, UNKNOWN, NO_SPACE if is_joined else UNKNOWN))
    return tokens

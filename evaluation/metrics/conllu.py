"""CoNLL-U and .cupt as far as the measures need them: the sentence, and form, lemma, part of speech and place of each
word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from annotation_site.texts.faults import Rejected, reject
from evaluation.metrics.spans import Span, fit_tokens

_COLUMNS = 10
_MISC = 9
_HEADER = "# global.columns ="
_TEXT = "# text ="
# What its columns cannot hold; other readers see a comment.
NOTE = "# interlinea ="
_EXPRESSIONS = "PARSEME:MWE"


@dataclass(frozen=True, slots=True)
class ConlluWord:
    """A word of CoNLL-U; lemma and upos are None for `_`.

    `expression` is the column of .cupt for expressions, otherwise None. `span` is the place in the sentence of the
    form, or of the form that it shares with adjacent words.
    """

    form: str
    lemma: str | None
    upos: str | None
    expression: str | None = None
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class ConlluSentence:
    """`line` is that of the first word; `note` is the comment of files written here."""

    line: int
    words: tuple[ConlluWord, ...]
    text: str = ""
    note: str = ""


@dataclass(slots=True)
class _OpenSentence:
    """Words with the index of their surface form; a surface form with whether a space follows."""

    line: int = 0
    text: str = ""
    note: str = ""
    words: list[tuple[ConlluWord, int]] = field(default_factory=list)
    forms: list[tuple[str, bool]] = field(default_factory=list)
    shared_until: int = 0
    fault: Rejected | None = None

    def add(self, cells: list[str], expression: str | None) -> None:
        place = cells[0]
        if "-" in place:
            self.shared_until = int(place.partition("-")[2])
        if int(place.partition("-")[0]) > self.shared_until or "-" in place:
            self.forms.append((cells[1], "SpaceAfter=No" not in cells[_MISC].split("|")))
        if "-" not in place:
            lemma = cells[2] if cells[2] != "_" or cells[1] == "_" else None
            upos = cells[3] if cells[3] != "_" else None
            self.words.append((ConlluWord(cells[1], lemma, upos, expression), len(self.forms) - 1))

    def close(self) -> ConlluSentence | Rejected:
        if self.fault:
            return self.fault
        forms, spaced = [form for form, _ in self.forms], [is_spaced for _, is_spaced in self.forms]
        text, places = fit_tokens(forms, self.text, spaced)
        words = (
            ConlluWord(word.form, word.lemma, word.upos, word.expression, places[form]) for word, form in self.words
        )
        return ConlluSentence(self.line, tuple(words), text, self.note)


def read_conllu(lines: Iterable[str]) -> Iterator[ConlluSentence | Rejected]:
    """Yield sentences in order; the first malformed line ends its sentence and yields a Rejected in its place.

    The text is that of `# text`, where the words stand in it one after the other, else the words with their spaces
    (`SpaceAfter=No`). Words that share a form (`1-2`) stand where it stands; empty nodes (`1.1`) are passed over.
    """
    sentence, column = _OpenSentence(), _COLUMNS
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            if line.startswith(_HEADER) and _EXPRESSIONS in line:
                column = line.partition("=")[2].split().index(_EXPRESSIONS)
            elif line.startswith(_TEXT) and not sentence.line:
                sentence.text = line.partition("=")[2].strip()
            elif line.startswith(NOTE) and not sentence.line:
                sentence.note = line.partition("=")[2].strip()
        elif line.strip():
            sentence.line = sentence.line or number
            _add_line(sentence, line, number, column)
        elif sentence.line:
            yield sentence.close()
            sentence = _OpenSentence()
    if sentence.line:
        yield sentence.close()


def _add_line(sentence: _OpenSentence, line: str, number: int, column: int) -> None:
    cells = line.split("\t")
    first, dash, last = cells[0].partition("-")
    if len(cells) < _COLUMNS:
        fault = f"A CoNLL-U word line needs {_COLUMNS} columns; this one has {len(cells)}."
    elif "." in cells[0]:
        return
    elif not _is_number(first) or not cells[1] or (dash and not _is_number(last)):
        fault = "A CoNLL-U word line must begin with number and form."
    else:
        sentence.add(cells, cells[column] if len(cells) > column else None)
        return
    sentence.fault = sentence.fault or reject(number, fault, line)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7

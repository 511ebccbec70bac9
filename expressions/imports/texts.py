"""The text of an import, and the readings of it, as the files have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from annotation_site.texts.conllu import ConlluSentence
from annotation_site.texts.faults import FormatError
from expressions.categories.presets import CATEGORY_SETS, NOT_AN_EXPRESSION, RENAMES, is_not_an_expression
from expressions.formats.registry import read_file
from expressions.formats.same_text import SameText
from expressions.formats.sentences import Expression, MarkedSentence
from expressions.marks.marking import LONGEST_COMMENT, Mark, MarkingRules
from expressions.passages.cutting import CutPassage, cut_passages

Readings = Sequence[Sequence[Expression]]


@dataclass(slots=True)
class FittedMarks:
    """Marks of a reading as the project can hold them; `renamed` and `refused` count categories and reasons."""

    marks: list[Mark] = field(default_factory=list)
    renamed: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class ImportedText:
    """Sentences in order, and for each reader what they marked in each sentence, by words of the sentence.

    `ignored` counts marks of a text that is to be annotated.
    """

    sentences: Sequence[ConlluSentence]
    readers: Sequence[str]
    readings: Sequence[Readings]
    notes: Sequence[str] = ()
    ignored: int = 0

    def cut(self, most_words: int) -> Iterator[CutPassage]:
        """Yield the passages of the text."""
        return cut_passages(self.sentences, most_words)

    def read_passage(self, passage: CutPassage, reader: int) -> list[tuple[Expression, int]]:
        """Return what a reader marked in a passage, each with the number of the first word of its sentence."""
        marked, start = [], 0
        for place in passage.sentences:
            marked += [(each, start) for each in self.readings[reader][place]]
            start += len(self.sentences[place].words)
        return marked


@dataclass(slots=True)
class TextFiles:
    """Files of an import in a format and an encoding, detected where these are empty, for a project in a language.

    Sentences that a file of several languages has in another one are left out; `other_languages` counts them.
    """

    paths: Sequence[str]
    language: str
    format_name: str = ""
    encoding: str = ""
    other_languages: Counter[str] = field(default_factory=Counter)

    def read(self, path: str) -> Iterator[MarkedSentence]:
        """Yield the sentences of a file in the language of the project. Raise FormatError, naming the line."""
        for each in read_file(path, self.format_name or None, self.encoding or None):
            if not each.language or _name_primary(each.language) == _name_primary(self.language):
                yield each
            else:
                self.other_languages[each.language] += 1

    def list_notes(self) -> list[str]:
        """Return a sentence for each language whose sentences were left out."""
        return [
            f"{count:,} sentence{'s' * (count != 1)} in another language left out: {language}."
            for language, count in sorted(self.other_languages.items())
        ]


def _name_primary(language: str) -> str:
    return language.partition("-")[0].lower()


def read_text(files: TextFiles) -> ImportedText:
    """Return the text of files that follow each other, with a count of the marks that are left out. Raise FormatError,
    naming the line.
    """
    sentences: list[ConlluSentence] = []
    ignored = 0
    for path in files.paths:
        for each in files.read(path):
            sentences.append(each.conllu)
            ignored += len(each.expressions)
    _require_words(files, sentences)
    return ImportedText(sentences, (), (), files.list_notes(), ignored)


def read_readings(files: TextFiles, names: Sequence[str]) -> ImportedText:
    """Return the text that the files share and the readings of each.

    Raise FormatError for files of different texts, and for one in which sentences were not annotated.
    """
    paths = files.paths
    together = SameText(list(paths), [files.read(path) for path in paths], needs_same_words=True)
    rows: list[tuple[MarkedSentence, ...]] = list(together.read())
    sentences = [row[0].conllu for row in rows]
    _require_words(files, sentences)
    readings = [[row[reader].expressions for row in rows] for reader in range(len(paths))]
    return ImportedText(sentences, names, readings, [*together.notes, *files.list_notes()])


def _require_words(files: TextFiles, sentences: Sequence[ConlluSentence]) -> None:
    paths = files.paths
    if not sentences and files.other_languages:
        fault = f"All sentences are in {', '.join(sorted(files.other_languages))}; the project is in {files.language}."
        raise FormatError(paths[0], None, fault)
    if not sentences:
        raise FormatError(paths[0], None, "The file has no sentences.")
    for sentence in sentences:
        if not sentence.words:
            raise FormatError(paths[0], sentence.line, "The sentence has no words.")


def fit_marks(marked: Sequence[tuple[Expression, int]], rules: MarkingRules) -> FittedMarks:
    """Return the marks that the project can hold, under the names that its categories have.

    A category of an earlier edition of PARSEME goes by its later name where the project has that one alone.
    """
    fitted = FittedMarks()
    known: set[tuple[int, ...]] = set()
    for expression, start in marked:
        category = find_category(expression.category, rules.categories)
        if category != expression.category:
            fitted.renamed[expression.category, category] += 1
        words = tuple(word + start for word in expression.words)
        mark = Mark(words, category, _read_confidence(expression), expression.comment[:LONGEST_COMMENT])
        if not category:
            fitted.refused["no category"] += 1
        elif words in known:
            fitted.refused["the same words twice"] += 1
        elif rules.find_fault([mark]):
            fitted.refused[_name_refusal(mark, rules)] += 1
        else:
            known.add(words)
            fitted.marks.append(mark)
    return fitted


def _name_refusal(mark: Mark, rules: MarkingRules) -> str:
    if mark.category not in rules.categories and mark.category != NOT_AN_EXPRESSION:
        return f"category {mark.category}"
    return "one word alone" if len(mark.words) == 1 else "words of several sentences"


def find_category(category: str, categories: Sequence[str]) -> str:
    """Return the name that a category has among those of the project, else the category as it is."""
    if is_not_an_expression(category):
        return NOT_AN_EXPRESSION
    name, seen = category, set[str]()
    while name not in categories and name not in seen:
        seen.add(name)
        name = next((names[name] for names in RENAMES.values() if name in names), name)
    return name if name in categories else category


def _read_confidence(expression: Expression) -> int | None:
    """Return the confidence in three steps; files have a share from 0 to 1."""
    if expression.confidence is None:
        return None
    return 1 + (expression.confidence >= 1 / 3) + (expression.confidence >= 2 / 3)


def name_unknown(refused: Mapping[str, int]) -> list[str]:
    """Return the editions of PARSEME that have all categories that were refused."""
    names = {reason.removeprefix("category ") for reason in refused if reason.startswith("category ")}
    return [each.title for each in CATEGORY_SETS.values() if names and names <= each.find_categories()]

"""The contents of a release, from its passages with their readings and gold marks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, Self

from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.tables import Contents, Table, read_cells
from annotation_site.texts.conllu import CUPT_HEADER, ConlluSentence, read_conllu
from annotation_site.texts.conllu import EXPRESSIONS as EXPRESSION_COLUMN
from expressions.agreement.passages import ReadPassage, measure_agreement, write_agreement
from expressions.categories.presets import CATEGORY_SETS, is_not_an_expression
from expressions.checks.cupt import check_cupt
from expressions.consistency.gold import Correction, find_gold, list_rejected
from expressions.consistency.items import GoldText, ItemSearch, SentenceWords
from expressions.formats.cupt import is_header, write_part, write_sentence
from expressions.formats.sentences import UNKNOWN, Expression, MarkedSentence
from expressions.identification.training import find_lemmas
from expressions.lexicon.cases import Case, list_rows
from expressions.marks.marking import Mark, part_marks
from expressions.splits.unseen import PARTS, Split, list_types, split_by_unseen

FORMAT = "interlinea-expressions-1"
PASSAGES = "passages.jsonl"
GOLD = "gold.cupt"
EXPRESSIONS = "expressions.jsonl"
NOT_EXPRESSIONS = "not-expressions.jsonl"
SOLVED_CASES = "solved-cases.tsv"
LEXICON = "lexicon.tsv"
AGREEMENT = "agreement.json"
LEVEL = 3
SPLIT_FILES = ("train.cupt", "dev.cupt", "dev.blind.cupt", "test.cupt", "test.blind.cupt")


class SplitWish(NamedTuple):
    """Numbers of unseen expressions that test and dev should have, and the seed of the random split."""

    unseen_test: int
    unseen_dev: int
    seed: int = 1


@dataclass(frozen=True, slots=True)
class ReleasedPassage:
    """A passage: its sentences, the marks of each annotator, those of an adjudicator, None where nobody decided, and
    corrections of the gold standard.
    """

    number: int
    identifier: str
    document: str
    sentences: Sequence[ConlluSentence]
    readings: Mapping[str, Sequence[Mark]]
    excluded: Sequence[str] = ()
    decided: Sequence[Mark] | None = None
    corrections: Sequence[Correction] = ()
    # Of marks that come from candidates, by annotator and words.
    origins: Mapping[str, Mapping[tuple[int, ...], str]] = field(default_factory=dict)

    @property
    def counts(self) -> list[int]:
        return [len(sentence.words) for sentence in self.sentences]

    @property
    def counted(self) -> dict[str, Sequence[Mark]]:
        """Return the readings of annotators who count."""
        return {reader: marks for reader, marks in self.readings.items() if reader not in self.excluded}

    @property
    def gold(self) -> list[Mark] | None:
        """Return the expressions that were decided or on which all agree, as corrections leave them; None where neither
        is so.
        """
        gold = self.corrected
        return None if gold is None else [mark for mark in gold if not is_not_an_expression(mark.category)]

    @property
    def corrected(self) -> list[Mark] | None:
        """Return the gold standard with what corrections found to be no expression."""
        return find_gold(self.counted, self.decided, self.corrections)

    def to_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "passage": self.number,
            "identifier": self.identifier,
            "document": self.document,
            "sentences": [{"column": each.column, "lines": list(each.lines)} for each in self.sentences],
            "readings": {
                reader: [self._mark_to_json(reader, mark) for mark in marks] for reader, marks in self.readings.items()
            },
            "decided": None if self.decided is None else [mark.to_json() for mark in self.decided],
        }
        if self.corrections:
            told["corrections"] = [each.to_json() for each in self.corrections]
        return {**told, "excluded": list(self.excluded)} if self.excluded else told

    def _mark_to_json(self, reader: str, mark: Mark) -> dict[str, Any]:
        """Return the mark, and the source of the candidate that it comes from, if it does."""
        origin = self.origins.get(reader, {}).get(mark.words)
        return {**mark.to_json(), "origin": origin} if origin else mark.to_json()

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """Return the passage of a line of passages.jsonl."""
        decided = told["decided"]
        return cls(
            told["passage"],
            told["identifier"],
            told["document"],
            [_read_sentence(each) for each in told["sentences"]],
            {reader: [Mark.from_json(mark) for mark in marks] for reader, marks in told["readings"].items()},
            told.get("excluded", ()),
            None if decided is None else [Mark.from_json(mark) for mark in decided],
            [Correction.from_json(each) for each in told.get("corrections", ())],
            {reader: _read_origins(marks) for reader, marks in told["readings"].items()},
        )


def _read_origins(marks: Iterable[Mapping[str, Any]]) -> dict[tuple[int, ...], str]:
    return {tuple(mark["words"]): mark["origin"] for mark in marks if "origin" in mark}


def _read_sentence(told: Mapping[str, Any]) -> ConlluSentence:
    (sentence,) = read_conllu(told["lines"])
    if not isinstance(sentence, ConlluSentence):
        raise ValueError(sentence.reason)
    return replace(sentence, column=told["column"])


class ReleasedText(Contents):
    """All passages of a release and solved cases, from which every file and number follows. `wish` asks for a split;
    releases of earlier versions have no numbers of consistency.
    """

    def __init__(
        self,
        passages: Sequence[ReleasedPassage],
        categories: Sequence[str],
        wish: SplitWish | None = None,
        cases: Sequence[Case] = (),
        *,
        counts_consistency: bool = True,
    ) -> None:
        self.passages, self.categories, self.wish, self.cases = passages, categories, wish, cases
        self._counts_consistency = counts_consistency
        self.own_tables = [
            Table(f"annotator-{reader}.cupt", "", partial(_list_reading, reader=reader), ReleasedText)
            for reader in list_readers(passages)
        ]
        self.left_out = (*(SPLIT_FILES if wish is None else ()), *(() if cases else (SOLVED_CASES,)))

    @classmethod
    def read(cls, release: ReleaseArchive) -> Self:
        """Return the contents of an archive."""
        with release.lines(PASSAGES) as lines:
            passages = [ReleasedPassage.from_json(json.loads(line)) for line in lines]
        split = release.manifest.get("split")
        wish = SplitWish(split["unseen_test"], split["unseen_dev"], split["seed"]) if split else None
        categories = release.manifest["policy"]["categories"]
        rows = read_cells(release, SOLVED_CASES) if SOLVED_CASES in release.entries else ()
        cases = [Case(tuple(row["lemmas"].split()), row["category"], row["note"]) for row in rows]
        return cls(passages, categories, wish, cases, counts_consistency="consistency" in release.manifest)

    @cached_property
    def golds(self) -> list[list[Mark] | None]:
        """The gold standard of each passage, None where there is none."""
        return [passage.gold for passage in self.passages]

    @cached_property
    def gold_sentences(self) -> list[MarkedSentence]:
        """The sentences of the gold standard; those of passages without a decision are left out."""
        return list_gold_sentences(self.passages)

    @cached_property
    def split(self) -> Split:
        """The sentences of each part. ValueError for a gold standard with too few different expressions."""
        assert self.wish is not None
        types = [list_types(sentence) for sentence in self.gold_sentences]
        wish = self.wish
        return split_by_unseen(types, unseen_test=wish.unseen_test, unseen_dev=wish.unseen_dev, seed=wish.seed)

    def to_numbers(self) -> dict[str, Any]:
        """Return the numbers of the manifest."""
        golds, passages = self.golds, self.passages
        marks = [mark for gold in golds for mark in gold or ()]
        across = sum(len(part_marks(gold or (), each.counts)[1]) for gold, each in zip(golds, passages, strict=True))
        agreed = sum(each.decided is None and gold is not None for each, gold in zip(passages, golds, strict=True))
        return {
            "counts": {
                "passages": len(passages),
                "sentences": sum(len(passage.sentences) for passage in passages),
                "words": sum(sum(passage.counts) for passage in passages),
                "expressions": len(marks),
                "across_sentences": across,
                "adjudicated": sum(passage.decided is not None for passage in passages),
                "agreed": agreed,
                "undecided": sum(gold is None for gold in golds),
                "lexical_items": len(count_lexicon(passages)),
            },
            "categories": dict(sorted(Counter(mark.category for mark in marks).items())),
            "agreement": find_agreement(passages),
            "validation": _validate(self),
            **({"consistency": self._count_consistency()} if self._counts_consistency else {}),
            **({"split": self._count_split()} if self.wish is not None else {}),
            **({"candidates": origins} if (origins := _count_origins(passages)) else {}),
        }

    def _count_consistency(self) -> dict[str, int]:
        """Return how consistent the gold standard is by its lexical items, and what was corrected and decided."""
        items = ItemSearch([text for text in map(_make_gold_text, self.passages) if text is not None]).find()
        return {
            "several_categories": sum(item.has_categories for item in items),
            "with_skipped": sum(item.has_skipped for item in items),
            "skipped_occurrences": sum(item.counts[""] for item in items),
            "found_none": sum(item.has_rejected for item in items),
            "corrections": sum(len(passage.corrections) for passage in self.passages),
            "solved_cases": len(self.cases),
        }

    def _count_split(self) -> dict[str, Any]:
        """Return the wish, the number of sentences of each part, and of expressions that training has not."""
        assert self.wish is not None
        unseen = {"dev": self.split.unseen_dev, "test": self.split.unseen_test}
        return {
            **self.wish._asdict(),
            "sentences": {part: len(getattr(self.split, part)) for part in PARTS},
            "unseen": {part: {"expressions": each.expressions, "unseen": each.unseen} for part, each in unseen.items()},
        }


def _count_origins(passages: Iterable[ReleasedPassage]) -> dict[str, int]:
    """Return how many marks of annotators come from candidates, by the source of these."""
    counts: Counter[str] = Counter()
    for passage in passages:
        for origins in passage.origins.values():
            counts.update(origins.values())
    return dict(sorted(counts.items()))


def _make_gold_text(passage: ReleasedPassage) -> GoldText | None:
    if (gold := passage.corrected) is None:
        return None
    sentences, start = [], 0
    for sentence in passage.sentences:
        marked = MarkedSentence(sentence, ())
        forms = marked.forms
        lemmas = [form if lemma == UNKNOWN else lemma for form, lemma in zip(forms, marked.lemmas, strict=True)]
        sentences.append(SentenceWords(start, forms, lemmas))
        start += len(forms)
    return GoldText(passage.number, sentences, gold, list_rejected(passage.counted.values()))


def list_passages(text: ReleasedText) -> Iterator[dict[str, Any]]:
    """Yield the objects of passages.jsonl."""
    return (passage.to_json() for passage in text.passages)


def list_gold(text: ReleasedText) -> Iterator[str]:
    """Yield the lines of gold.cupt."""
    return write_cupt(text.passages, text.golds)


def _list_reading(text: ReleasedText, reader: str) -> Iterator[str]:
    return write_cupt(text.passages, [passage.readings.get(reader) for passage in text.passages])


def list_part(text: ReleasedText, part: str, *, is_blind: bool = False) -> Iterator[str]:
    """Yield the lines of a part of the split, blind without marks."""
    chosen = [text.gold_sentences[place] for place in getattr(text.split, part)]
    return write_part(chosen, find_header(text.passages), is_blind=is_blind)


def list_agreement(text: ReleasedText) -> Iterator[str]:
    """Yield agreement.json."""
    yield json.dumps(find_agreement(text.passages), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def list_gold_sentences(passages: Sequence[ReleasedPassage]) -> list[MarkedSentence]:
    """Return the sentences of the gold standard with their expressions; those of passages without a decision are left
    out.
    """
    sentences = []
    for passage in passages:
        if (gold := passage.gold) is None:
            continue
        parted, _ = part_marks(gold, passage.counts)
        for sentence, expressions in zip(passage.sentences, parted, strict=True):
            sentences.append(MarkedSentence(sentence, tuple(expressions)))
    return sentences


def list_readers(passages: Sequence[ReleasedPassage]) -> list[str]:
    """Return the pseudonyms of everybody whose reading is in the release."""
    return sorted({reader for passage in passages for reader in passage.readings}, key=lambda name: (len(name), name))


def write_cupt(passages: Sequence[ReleasedPassage], marks: Sequence[Sequence[Mark] | None]) -> Iterator[str]:
    """Yield the lines of a .cupt file with these marks of each passage; `_` where nobody has read or decided it.

    Columns 1 to 10 and comments are those that were imported.
    """
    yield f"{find_header(passages)}\n"
    for passage, of_passage in zip(passages, marks, strict=True):
        parted, _ = part_marks(of_passage or (), passage.counts)
        for sentence, expressions in zip(passage.sentences, parted, strict=True):
            kept = tuple(each for each in expressions if each.is_expression)
            lines = _write_read(sentence, kept) if of_passage is not None else _write_unread(sentence)
            yield from (f"{line}\n" for line in lines if not is_header(line))
            yield "\n"


def find_header(passages: Sequence[ReleasedPassage]) -> str:
    """Return the first line of the files: that of the text, if it names the column for expressions."""
    first = passages[0].sentences[0].lines[0] if passages else ""
    return first if is_header(first) and EXPRESSION_COLUMN in first else CUPT_HEADER


def _write_read(sentence: ConlluSentence, expressions: tuple[Expression, ...]) -> list[str]:
    return write_sentence(MarkedSentence(sentence, expressions))


def _write_unread(sentence: ConlluSentence) -> list[str]:
    return sentence.write_lines([UNKNOWN] * len(sentence.rows))


def list_expressions(text: ReleasedText) -> Iterator[dict[str, Any]]:
    """Yield the objects of expressions.jsonl."""
    for passage, gold in zip(text.passages, text.golds, strict=True):
        for mark in gold or ():
            yield {"passage": passage.number, **_tell_mark(passage, mark)}


def list_not_expressions(text: ReleasedText) -> Iterator[dict[str, Any]]:
    """Yield the objects of not-expressions.jsonl."""
    for passage in text.passages:
        for reader, marks in passage.readings.items():
            for mark in marks:
                if is_not_an_expression(mark.category):
                    yield {"passage": passage.number, "annotator": reader, **_tell_mark(passage, mark)}
        for mark in passage.corrected or () if passage.corrections else ():
            if is_not_an_expression(mark.category):
                yield {"passage": passage.number, "corrected": True, **_tell_mark(passage, mark)}


def _tell_mark(passage: ReleasedPassage, mark: Mark) -> dict[str, Any]:
    words = [row for sentence in passage.sentences for row in sentence.words]
    told: dict[str, Any] = {
        "words": list(mark.words),
        "category": mark.category,
        "forms": [words[word].cells[1] for word in mark.words],
        "lemmas": [words[word].cells[2] for word in mark.words],
    }
    if mark.confidence is not None:
        told["confidence"] = mark.confidence
    if mark.comment:
        told["comment"] = mark.comment
    return told


def count_lexicon(passages: Sequence[ReleasedPassage]) -> dict[tuple[str, ...], Counter[str]]:
    """Return how often each expression of the gold standard has which category, by its lemmas in alphabetical order."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for passage in passages:
        parted, _ = part_marks(passage.gold or (), passage.counts)
        for sentence, expressions in zip(passage.sentences, parted, strict=True):
            marked = MarkedSentence(sentence, tuple(expressions))
            forms = marked.forms if expressions else []
            for each in expressions:
                lemmas = find_lemmas(marked, each, forms)
                found.setdefault(lemmas, Counter())[each.category] += 1
    return found


def list_lexicon(text: ReleasedText) -> Iterator[Sequence[object]]:
    """Yield the rows of lexicon.tsv."""
    for lemmas, categories in sorted(count_lexicon(text.passages).items()):
        for category, count in sorted(categories.items()):
            yield " ".join(lemmas), category, count


def list_solved_cases(text: ReleasedText) -> Iterator[Sequence[object]]:
    """Yield the rows of solved-cases.tsv."""
    return list_rows(text.cases)


def find_agreement(passages: Sequence[ReleasedPassage]) -> dict[str, Any]:
    """Return the agreement of the annotators who count, before adjudication."""
    return write_agreement(measure_agreement(ReadPassage(each.counts, each.counted) for each in passages))


def _validate(text: ReleasedText) -> dict[str, Any]:
    """Return the faults of the gold standard by the official rules, as counts by rule.

    Passages without a decision are left out: their “_” stands in no finished corpus, and `counts` has their number.
    """
    pairs = zip(text.passages, text.golds, strict=True)
    decided = [(passage, gold) for passage, gold in pairs if gold is not None]
    known = frozenset(text.categories).union(*(each.categories for each in CATEGORY_SETS.values()))
    lines = write_cupt([passage for passage, _ in decided], [gold for _, gold in decided])
    found = check_cupt((line.rstrip("\n") for line in lines), LEVEL, known)
    faults = Counter(fault.test for fault in found if not fault.is_warning)
    return {"level": LEVEL, "faults": faults.total(), "rules": dict(sorted(faults.items()))}

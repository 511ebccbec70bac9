"""Description and tables of a release of expressions in text, as repositories and loaders take them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from annotation_site.releases.kinds import Manifest, ReleaseKind
from annotation_site.releases.metadata.datasheet import (
    Section,
    describe_machines,
    describe_making,
    describe_use,
    describe_verification,
    name_language,
    show_number,
    title_datasheet,
    write_markdown,
)
from annotation_site.releases.metadata.datasheet import Table as SheetTable
from annotation_site.releases.tables import Column, Contents, Table
from expressions.lexicon.cases import HEADER as CASE_COLUMNS
from expressions.releases.contents import (
    AGREEMENT,
    EXPRESSIONS,
    FORMAT,
    GOLD,
    LEXICON,
    NOT_EXPRESSIONS,
    PASSAGES,
    SOLVED_CASES,
    ReleasedText,
    list_agreement,
    list_expressions,
    list_gold,
    list_lexicon,
    list_not_expressions,
    list_part,
    list_passages,
    list_solved_cases,
)
from expressions.splits.unseen import PARTS

PASSAGE = Column("integer", "number of the passage, from 1", is_key=True)


def _list_expression_rows(text: ReleasedText) -> Iterator[Sequence[object]]:
    for told in list_expressions(text):
        words, forms, lemmas = (" ".join(map(str, told[name])) for name in ("words", "forms", "lemmas"))
        yield told["passage"], told["category"], words, forms, lemmas


def _list_reading_rows(text: ReleasedText) -> Iterator[Sequence[object]]:
    for passage in text.passages:
        for reader, marks in passage.readings.items():
            for mark in marks:
                words = " ".join(map(str, mark.words))
                is_excluded = reader in passage.excluded
                yield passage.number, reader, is_excluded, mark.category, words, mark.confidence


def _name_lexicon_columns(_: Contents) -> Sequence[str]:
    return ("lemmas", "category", "count")


def _name_case_columns(_: Contents) -> Sequence[str]:
    return CASE_COLUMNS


TABLES = (
    Table(
        PASSAGES,
        "a line for each passage: its lines of CoNLL-U, the marks of every annotator by pseudonym, and those of an "
        "adjudicator; all other files follow from it",
        list_passages,
        ReleasedText,
    ),
    Table(
        GOLD,
        "the gold standard: expressions on which annotators agree or that an adjudicator decided; “_” where neither "
        "is so",
        list_gold,
        ReleasedText,
    ),
    Table(
        EXPRESSIONS,
        "the expressions of the gold standard, those with words of several sentences included",
        list_expressions,
        ReleasedText,
    ),
    Table(
        NOT_EXPRESSIONS,
        "what annotators, or corrections of the gold standard, found to be no expression",
        list_not_expressions,
        ReleasedText,
    ),
    Table(
        LEXICON,
        "expressions of the gold standard by lemmas, with the number of each category",
        list_lexicon,
        ReleasedText,
        header=_name_lexicon_columns,
    ),
    Table(
        SOLVED_CASES,
        "decisions about expressions by lemmas, wherever they occur: a category, NotMWE, or nothing where that "
        "depends on the context",
        list_solved_cases,
        ReleasedText,
        header=_name_case_columns,
    ),
    Table(
        AGREEMENT,
        "agreement of annotators before adjudication: of every pair, by category, continuity and length",
        list_agreement,
        ReleasedText,
    ),
    Table("train.cupt", "sentences of the gold standard for training", partial(list_part, part="train"), ReleasedText),
    Table("dev.cupt", "sentences for choosing between systems", partial(list_part, part="dev"), ReleasedText),
    Table("dev.blind.cupt", "the same without marks", partial(list_part, part="dev", is_blind=True), ReleasedText),
    Table("test.cupt", "sentences for evaluation", partial(list_part, part="test"), ReleasedText),
    Table("test.blind.cupt", "the same without marks", partial(list_part, part="test", is_blind=True), ReleasedText),
    Table(
        "expressions.parquet",
        "A row for each expression of the gold standard",
        _list_expression_rows,
        ReleasedText,
        columns={
            "passage": PASSAGE,
            "category": Column("text", "its category"),
            "words": Column("text", "numbers of its words in the passage, from 0", is_key=True),
            "forms": Column("text", "its words"),
            "lemmas": Column("text", "their lemmas, “_” where the text has none"),
        },
    ),
    Table(
        "readings.parquet",
        "A row for each mark of an annotator",
        _list_reading_rows,
        ReleasedText,
        columns={
            "passage": PASSAGE,
            "annotator": Column("text", "pseudonym", is_key=True),
            "excluded": Column("truth", "whether the annotator is left out of all figures"),
            "category": Column("text", "the category, NotMWE for what was found to be no expression"),
            "words": Column("text", "numbers of the words in the passage, from 0", is_key=True),
            "confidence": Column("integer", "1 to 3, missing where it was not given"),
        },
    ),
)


def write_datasheet(manifest: Manifest) -> str:
    """Return DATASHEET.md."""
    sections = [
        _describe_text(manifest),
        _describe_expressions(manifest),
        _describe_agreement(manifest),
        *describe_machines(manifest),
        Section("Making", describe_making(manifest)),
        describe_use(manifest),
        describe_verification(manifest),
    ]
    return write_markdown(title_datasheet(manifest, sections))


def _describe_text(manifest: Manifest) -> Section:
    counts = manifest["counts"]
    facts = [("Language", name_language(manifest["language"]))]
    facts += [(name.capitalize(), show_number(counts[name])) for name in ("passages", "sentences", "words")]
    return Section("Text", facts)


def _describe_expressions(manifest: Manifest) -> Section:
    counts, validation = manifest["counts"], manifest["validation"]
    facts = [
        ("Expressions", show_number(counts["expressions"])),
        ("With words of several sentences", show_number(counts["across_sentences"])),
        ("Lexical items", show_number(counts["lexical_items"])),
        ("Passages on which annotators agree", show_number(counts["agreed"])),
        ("Adjudicated passages", show_number(counts["adjudicated"])),
        ("Passages without a decision", show_number(counts["undecided"])),
        (f"Faults by PARSEME’s rules, level {validation['level']}", show_number(validation["faults"])),
    ]
    if consistency := manifest.get("consistency"):
        facts += [
            ("Lexical items with several categories", show_number(consistency["several_categories"])),
            ("Occurrences of lexical items that nobody marked", show_number(consistency["skipped_occurrences"])),
            ("Corrections for consistency", show_number(consistency["corrections"])),
        ]
    if origins := manifest.get("candidates"):
        facts += [(f"Marks from candidates, source {name}", show_number(count)) for name, count in origins.items()]
    rows = list(manifest["categories"].items())
    if split := manifest.get("split"):
        parts = " / ".join(show_number(split["sentences"][part]) for part in PARTS)
        unseen = " / ".join(show_number(split["unseen"][part]["unseen"]) for part in ("dev", "test"))
        facts += [
            ("Sentences of train, dev and test", parts),
            (f"Expressions unseen in train, of dev and test (seed {split['seed']})", unseen),
        ]
    notes = ["In gold.cupt, words of passages without a decision have “_”."] if counts["undecided"] else []
    tables = [SheetTable("Expressions by category", ("Category", "expressions"), rows)] if rows else []
    return Section("Expressions", facts, tables, notes=notes)


def _describe_agreement(manifest: Manifest) -> Section:
    found: Mapping[str, object] = manifest["agreement"]
    pooled = manifest["agreement"]["pooled"]
    if not found["passages"]:
        return Section("Agreement", notes=["No passage has two readings."])
    facts = [
        ("Passages with two readings or more", show_number(manifest["agreement"]["passages"])),
        ("Expressions of the first annotator of each pair", show_number(pooled["first"])),
        ("Of the second", show_number(pooled["second"])),
        ("Of both", show_number(pooled["common"])),
    ]
    figures = [
        ("F of spans", pooled["f_span"]),
        (f"kappa of spans, estimated over {pooled['items']:,} items", pooled["kappa_span"]),
        ("kappa of categories on common spans", pooled["kappa_cat"]),
        ("F of words", pooled["token_f"]),
        ("alpha of words, nominal", manifest["agreement"]["alpha"]),
        ("alpha of words, MASI", manifest["agreement"]["alpha_masi"]),
    ]
    notes = ["Before adjudication; pairs of annotators are in agreement.json."]
    return Section("Agreement", facts, [SheetTable("Agreement", ("Figure", "value"), figures)], notes=notes)


PUBLISHED = ReleaseKind(
    formats=(FORMAT,),
    summary="Running text with multiword expressions marked by annotators, in PARSEME’s format.",
    keywords=("multiword expressions", "PARSEME", "annotated corpus"),
    task="token-classification",
    tables=TABLES,
    write_datasheet=write_datasheet,
    read=ReleasedText.read,
    described={"annotator-*.cupt": "the reading of an annotator, by pseudonym; “_” where they have not read"},
)

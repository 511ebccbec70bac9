"""TESLA-M with compounds: weighted by the compositionality of the reference's compounds."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, get_args

from alignment.formats import FormatError
from annotation_site.tables.arguments import TABLES, add_table_arguments
from evaluation.files.compounds import COMPOSITIONALITY, COMPOUND, ROLES, keep_listed, read_compounds
from evaluation.measures.base import Figure, Value
from evaluation.measures.kinds.tesla import FindCompounds, Prepared, Tesla, find_none, name_words, score_segment
from evaluation.measures.options import Choice, ColumnName, FileInput, Flag, FormPart, Number, Options, ScoresInput
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured, MeasureRequest
from evaluation.measures.sums import Bootstrap, Sums
from evaluation.measures.words import is_english
from evaluation.metrics.averages import Tally
from evaluation.metrics.tesla.compounds import find_in_wordnet, find_listed
from evaluation.metrics.tesla.score import Kind, Scope, TeslaScore

SCOPES: tuple[Scope, ...] = get_args(Scope)
_UNREAD = "Compounds are only for TESLA-M, compounds. Choose it, or leave them out."


class TeslaReport(Report["TeslaCompounds"]):
    """`measure tesla`: F for each similarity and length beside the score, with compounds if they are given."""

    tells_segments = True

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._scores: list[tuple[TeslaScore, int]] = []
        self._found: list[tuple[Value, list[TeslaScore], int]] = []
        self._segments: list[dict[str, Any]] = []

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--pos",
            choices=("tagger", "wordnet"),
            default="tagger",
            help="parts of speech of English text: in the sentence (default), or the most frequent by WordNet",
        )
        for role in ROLES:
            parser.add_argument(f"--{role.name}", metavar="COLUMN", help=f"as --columns {role.name}=…")
        add_table_arguments(parser, ROLES, encoding=False)

    @staticmethod
    def settle(options: dict[str, Any]) -> dict[str, Any]:
        """Let WordNet find compounds, scored 0 or 1, if there is no table."""
        if options["compounds"]:
            return {**options, "compounds": "table"}
        if options["exact_compounds"] and not options["wordnet"]:
            raise FormatError("--exact-compounds", None, "Give --compounds or --wordnet.")
        return {**options, "compounds": "wordnet" if options["exact_compounds"] else "none"}

    def count(self, segments: Sequence[Measured]) -> list[Value]:
        self._found = [score_segment(segment, self.prepared) for segment in segments]
        return [value for value, *_ in self._found]

    def add(self, rows: Sequence[tuple[int, Sequence[Measured]]]) -> None:
        super().add(rows)
        for (line, _), (value, scores, compounds) in zip(rows, self._found, strict=True):
            if scores:
                self._scores.append((scores[0], compounds))
                self._segments.append({"line": line, "score": value[0]})

    def tell(self) -> dict[str, Any]:
        sums, scores = self.sums, self._scores
        tesla_scores = [score for score, _ in scores]
        f_by_kind = {}
        for kind in self.prepared.options.similarities:
            f_by_kind[kind] = [_mean_f(tesla_scores, kind, n) for n in (1, 2, 3)]
        result: dict[str, Any] = {
            "score": sums.value("score"),
            "n": sums.n,
            "left_out": sums.left_out,
            "empty_hypotheses": self.empty[0],
            "f": f_by_kind,
            "compounds": sum(compounds for _, compounds in scores),
            "with_compounds": {
                "score": sums.value("with_compounds"),
                "n": sum(compounds > 0 for _, compounds in scores),
            },
        }
        if not sums.n:
            result["reasons"] = {"score": "No sentence has a word."}
        if self.options["segments"]:
            result["segments"] = self._segments
        return result

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        return {"score": self.sums.interval("score", bootstrap)}

    def sign(self) -> dict[str, object]:
        options = self.given.options
        source = {"table": "list"}.get(options["compounds"], options["compounds"])
        return {
            **name_words(self.given, self.prepared),
            "compounds": f"{source}-0/1" if options["exact_compounds"] else source,
            "scope": options["scope"],
            "moment": options["moment"],
        }


class TeslaCompounds(Tesla):
    """TESLA-M with compounds from a table, from a project, or two successive nouns that WordNet lists."""

    name = "tesla-compounds"
    title = "TESLA-M, compounds"
    help = "TESLA-M with compounds: the same, weighed by how compositional a compound is"
    figures = (
        Figure("score", "TESLA-M, compounds", lambda entry: float(entry[0])),
        Figure(
            "with_compounds",
            "TESLA-M, segments with compounds",
            lambda entry: float(entry[0]) if entry[2] else None,
        ),
    )
    options = (
        Choice(
            "compounds",
            "Compounds are",
            (
                ("table", "those of a table, or of the project that the scores come from"),
                ("project", ""),
                ("wordnet", "two nouns in a row that WordNet lists as one (English)"),
            ),
            "table",
            help="How the compounds of a reference are found.",
            on_command_line=False,
        ),
        Number(
            "highest",
            "Highest score of the table",
            default=1.0,
            lowest=1e-6,
            highest=1e6,
            refusal="The score of a fully compositional compound must be above 0.",
            help="What a fully compositional compound has: 1, or 5.",
        ),
        ColumnName(COMPOUND.name, "Column of the compounds", "As the table calls it, if not “compound”."),
        ColumnName(
            COMPOSITIONALITY.name,
            "Column of the scores",
            "As the table calls it, if not “compositionality”.",
        ),
        Flag("exact_compounds", "0/1: a compound counts only where it is matched by itself"),
        Choice(
            "scope",
            "Weighed",
            (("compound", "the n-gram that is the compound"), ("covering", "every n-gram that covers it")),
            "compound",
            help="Which n-grams have their similarity multiplied by the compositionality.",
        ),
        Choice(
            "moment",
            "When",
            (("before", "before the best matching is sought"), ("after", "after it")),
            "before",
            help="When they are multiplied.",
        ),
    )
    settled = {"scores_from": ""}
    files = (
        FileInput(
            part="compounds",
            field="compound_table",
            argument="--compounds",
            help=f"{TABLES[0].upper()}{TABLES[1:]} with the columns compound and compositionality. With scores of a "
            "project or 0/1, the column compound will do: those that count.",
            refusal=_UNREAD,
            is_many=False,
        ),
    )
    scores = ScoresInput(
        part="compounds",
        list_part="compound_list",
        label="Scores of a compositionality project",
        help="As they are now: what people say, DS of a corpus, SS of translations, or the mean of both.",
        refusal=_UNREAD,
    )
    form_part = FormPart(
        "tesla-options",
        "TESLA-M: compounds and how they are weighed",
        (
            "compounds",
            "compound_table",
            COMPOUND.name,
            COMPOSITIONALITY.name,
            "highest",
            "compound_scores",
            "exact_compounds",
            "scope",
            "moment",
        ),
    )
    command = "tesla"
    reader = "words"
    report = TeslaReport

    def settle(self, options: Options, parts: Collection[str], origin: str | None) -> Options:
        """Record the source of scores; a project gives them from 0 to 1. Compounds are found by a table if there is
        one, else by the project, unless WordNet finds them.
        """
        is_wordnet, has_table = options["compounds"] == "wordnet", "compounds" in parts
        if origin is None:
            settled = {**options, "scores_from": "table" if has_table else "none"}
            return settled if is_wordnet else {**settled, "compounds": "table"}
        if has_table and is_wordnet:
            raise ValueError("Compounds are found by WordNet or from a table: leave the table out, or choose it.")
        settled = {**options, "scores_from": origin, "highest": 1.0}
        return settled if is_wordnet else {**settled, "compounds": "table" if has_table else "project"}

    def check(self, request: MeasureRequest) -> None:
        if request.options["compounds"] == "wordnet":
            if not is_english(request.target_language):
                raise ValueError("WordNet lists compounds of English only; give a table or a project of compounds.")
            if not request.has_wordnet:
                raise ValueError("This site has no WordNet; give a table or a project of compounds.")
        elif "compounds" not in request.parts:
            raise ValueError("TESLA-M with compounds needs a table or a compositionality project.")

    def prepare(self, given: Given) -> Prepared:
        plain = super().prepare(given)
        options = replace(plain.options, scope=given.options["scope"], moment=given.options["moment"])
        return replace(plain, options=options, find_compounds=_choose_compounds(given, plain))

    def explain_undefined(self, figure: str, sums: Sums) -> str:
        return "No reference holds a compound." if sums.n else self.reason

    def sign(self, given: Given, prepared: Prepared) -> dict[str, object]:
        options = given.options
        is_exact = options["exact_compounds"] or not given.hashes.get("compounds")
        listed = given.name_files("compound_list")
        return {
            **super().sign(given, prepared),
            "compounds": options["compounds"] + ("-0/1" if is_exact else ""),
            "scores": given.name_files("compounds") or "no",
            "scores_from": options["scores_from"] or "table",
            **({"list": listed} if listed else {}),
            "highest": f"{options['highest']:g}",
            "scope": options["scope"],
            "moment": options["moment"],
        }


def _mean_f(scores: Sequence[TeslaScore], kind: Kind, n: int) -> float | None:
    """Return the mean F of matched n-grams over the sentences that have them."""
    tally = Tally()
    for score in scores:
        if (kind, n) in score.f:
            tally.put(score.f[kind, n])
    return tally.mean


def _choose_compounds(given: Given, plain: Prepared) -> FindCompounds:
    """Return a finder of the table's compounds, or of two successive nouns that WordNet lists, with the table's scores
    or with 0 and 1.
    """
    options, wordnet = given.options, plain.maker.wordnet
    tables, lists = given.files.get("compounds", ()), given.files.get("compound_list", ())
    named = {role.name: [options[role.name]] for role in ROLES if options.get(role.name)}
    scores = None
    if tables:
        # The scores of a project come as a table of ours; columns are named for the list beside it.
        scores = read_compounds(
            tables[0],
            given.tables,
            {} if lists else {**given.columns, **named},
            highest=options["highest"],
            is_exact=options["exact_compounds"],
        )
    if options["compounds"] == "none":
        return find_none
    if options["compounds"] == "wordnet" and wordnet is not None:
        if scores is None:
            return lambda tokens: find_in_wordnet(tokens, wordnet, lambda words: 0.0)
        return lambda tokens: find_in_wordnet(tokens, wordnet, scores.get)
    if scores is None:
        raise ValueError("TESLA with compounds needs a table of them.")
    listed = keep_listed(lists[0], scores, named) if lists else scores
    return lambda tokens: find_listed(tokens, listed)

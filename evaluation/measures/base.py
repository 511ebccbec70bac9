"""A measure of translations: everything that pages, API, jobs and the command line know about it.

A measure computes one JSON value for each segment (`count`), so that chunks can be stored, shared and combined. A value
holds an entry for each expression of the segment (`by_expression`), or is itself the one entry of a segment measured as
a whole. Null entries are left out. Figures are means of a number read from each entry (`Figure`), or are computed from
sums of statistics (`evaluation/measures/kinds/surface.py`). Intervals, tests, groups and rows follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from annotation_site.coefficients.resampling import Floats
from evaluation.measures.options import ColumnName, FileInput, FormPart, Option, Options, ScoresInput
from evaluation.measures.pairs.randomisation import FigureSums, macro_sums, mean_sums
from evaluation.measures.segments import Given, Measured, MeasureRequest
from evaluation.measures.sums import Bootstrap, MeanSums, Sums
from evaluation.metrics.averages import Observation, Tally, bootstrap_mean, micro_table
from evaluation.metrics.signature import write_signature

if TYPE_CHECKING:
    from evaluation.measures.reasons import Looked, Reasons
    from evaluation.measures.reports import Report

Value = Any
Entry = Any
P = TypeVar("P")
Side = Literal["source", "target"]
Aligned = Literal["output", "reference"]
LookedUp = Literal["reference", "source"]


@dataclass(frozen=True, slots=True)
class GroupAverage:
    """The number and mean of a group's entries, and the mean in each resample of the group's segments."""

    n: int
    value: float | None
    sampled: Floats


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean of the numbers that `read` takes from entries: over all entries, over labels of their means, or over
    segments of their means. Entries for which `read` returns None do not count here.
    """

    name: str
    title: str
    read: Callable[[Entry], float | None] = float
    over: Literal["all", "labels", "segments"] = "all"


class Measure(Generic[P]):
    """Base class of measures. P is the type of the object that `prepare` makes of files and options."""

    name: str
    title: str
    help: str
    figures: Sequence[Figure]
    by_expression: ClassVar[bool] = False
    is_corpus: ClassVar[bool] = False  # figures come from sums of statistics, not from means
    lower_is_better: bool = False
    gains_from_missing: ClassVar[bool] = False  # a missing output can score better than a poor one
    decimals: int = 4
    is_default: bool = False  # chosen when the form is opened
    options: Sequence[Option] = ()
    # Stored options, with their defaults, that `settle` sets and people do not choose.
    settled: Mapping[str, Any] = {}
    files: Sequence[FileInput] = ()
    scores: ScoresInput | None = None
    form_part: FormPart | None = None
    aligned: tuple[Aligned, ...] = ()  # texts whose alignment with the source it follows
    looks_up: tuple[LookedUp, ...] = ()  # texts in which expressions must be found: their words, or their spans
    reads_wordnet: bool = False
    signed: Mapping[str, object] = {}
    reason: str = ""  # said of every figure that is undefined
    left_out_reason: str = ""  # said of the expressions or segments without a value
    reason_keys: Sequence[str] = ()  # of the API's segment
    # Command line: the command's name, the reader of its files (`evaluation/cli/measures/`), and its output.
    command: str = ""
    reader: str = ""
    report: type[Report[Any]] | None = None

    # --- request

    def settle(self, options: Options, parts: Collection[str], origin: str | None) -> Options:
        """Complete the options from the files given and from the origin of compound scores."""
        return options

    def check(self, request: MeasureRequest) -> None:
        """Raise ValueError, with a full sentence, for a request that cannot be measured."""

    def of_options(self, options: Options) -> dict[str, Any]:
        """Return the options that affect the values: they are part of the key under which values are stored. Columns
        that nobody named are left out, so that values of before they could be named keep their key.
        """
        usual = {option.name for option in self.options if isinstance(option, ColumnName) and not options[option.name]}
        names = [*(option.name for option in self.options if option.name not in usual), *self.settled]
        return {name: options[name] for name in names}

    def word_sides(self, options: Options) -> frozenset[Side]:
        """Return the sides whose uploaded lemmas the measure reads."""
        return frozenset()

    def lemma_sides(self, options: Options, *, is_whole: bool) -> frozenset[Side]:
        """Return the sides whose language needs a lemmatiser."""
        return self.word_sides(options)

    def name_tools(self, options: Options, language: str) -> list[str]:
        """Return the lemmatiser and tagger with their versions, given the language of the translations."""
        return []

    def with_options(self, options: Options, language: str) -> Measure[P]:
        """Return the measure with these options for this target language, if its figures depend on them."""
        return self

    # --- counting

    def prepare(self, given: Given) -> P:
        """Read files and options; raise FormatError or ValueError if they cannot be used."""
        return None  # type: ignore[return-value]

    def count(self, segments: Sequence[Measured], prepared: P) -> list[Value]:
        """Return one value for each segment, in their order."""
        raise NotImplementedError

    def list_skipped(self, prepared: P) -> Sequence[str]:
        """Return a sentence for each line of the measure's files that could not be used."""
        return ()

    def entries(self, value: Value) -> Sequence[Entry | None]:
        """Return an entry for each expression, or the single entry of the whole segment."""
        return value if self.by_expression else (value,)

    def score_entry(self, entry: Entry) -> float:
        """Return the first figure's number for one expression or segment."""
        score = self.figures[0].read(entry)
        assert score is not None
        return score

    def score_segments(self, values: Sequence[Value]) -> list[float | None]:
        """Return each segment's score: the mean over its expressions if the measure is by expression. It is None for a
        segment without an entry.
        """
        return [self._score(value) for value in values]

    def _score(self, value: Value) -> float | None:
        if value is None:
            return None
        scores = [self.score_entry(entry) for entry in self.entries(value) if entry is not None]
        return sum(scores) / len(scores) if scores else None

    # --- summing

    def start(self) -> Sums:
        """Return empty sums for one system."""
        return MeanSums(self)

    def explain_undefined(self, figure: str, sums: Sums) -> str:
        """Return a sentence that says why a figure has no value."""
        return self.reason

    def randomised(self, label_counts: Mapping[str, int]) -> dict[str, FigureSums]:
        """Return, for each figure, the statistics from which a randomisation test computes it.

        `label_counts` gives the number of expressions of each label, on which macro averages rest. Which expressions
        have a value does not depend on the system, so a macro average is a weighted sum. Without counts, macro averages
        are left out.
        """
        weights = {label: 1 / (count * len(label_counts)) for label, count in label_counts.items()}
        sums_by_figure = {}
        for figure in self.figures:
            if figure.over != "labels":
                sums_by_figure[figure.name] = mean_sums(
                    self.entries, figure.read, of_segments=figure.over == "segments"
                )
            elif weights:
                sums_by_figure[figure.name] = macro_sums(self.entries, figure.read, weights)
        return sums_by_figure

    def average_group(self, numbers: Sequence[int], values: Sequence[Value], bootstrap: Bootstrap) -> GroupAverage:
        """Return the mean of a group's entries; `numbers` are the numbers of their segments."""
        tally = Tally()
        observations: list[Observation] = []
        for number, entry in zip(numbers, values, strict=True):
            score = self.score_entry(entry)
            tally.put(score)
            observations.append((number, "", score))
        sampled = bootstrap_mean(
            micro_table(observations), is_macro=False, resamples=bootstrap.resamples, seed=bootstrap.seed
        )
        return GroupAverage(tally.count, tally.mean, sampled)

    # --- output

    def sign(self, given: Given, prepared: P) -> dict[str, object]:
        """Return the signature's entries for languages, options and files."""
        return {}

    def write_signature(
        self, entries: Mapping[str, object], *, name: str, version: str, reference_counts: Collection[int]
    ) -> str:
        """Return the signature: everything needed to compute the figures again."""
        return write_signature(name, version, **entries)

    def explain(self, looked: Looked) -> Reasons | None:
        """Return what the score of a segment rests on; None if the measure has nothing to show."""
        return None

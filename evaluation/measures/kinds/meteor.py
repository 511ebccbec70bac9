"""METEOR as NLTK computes it: words that are equal, have the same stem or are synonyms, and how scattered they are.

A value is the score by the best reference, or null if no reference has a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

from annotation_site.texts.faults import FormatError
from annotation_site.texts.segmentation import segment_words
from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.options import Choice, FormPart, Options
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured
from evaluation.measures.words import is_english
from evaluation.metrics.tesla.lexicographer_files import LEXNAMES
from evaluation.metrics.words import name_splitter

BY_LANGUAGE = "language"
STEMMER = Choice(
    "meteor_stemmer",
    "METEOR: stems",
    (
        (BY_LANGUAGE, "of the target language"),
        ("porter", "Porter’s, made for English, as NLTK does for every language"),
        ("none", "none"),
    ),
    BY_LANGUAGE,
    help="Porter’s stemmer for English; Snowball’s for the other languages that have one.",
)
# NLTK's names of Snowball's stemmers, by language. English has Porter's, NLTK's own default.
_SNOWBALL: Mapping[str, str] = {
    "ar": "arabic", "da": "danish", "de": "german", "es": "spanish", "fi": "finnish", "fr": "french", "hu": "hungarian",
    "it": "italian", "nb": "norwegian", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish",
}  # fmt: skip
# NLTK's parameters of the score, named here because a signature has them.
PARAMETERS: Mapping[str, float] = {"alpha": 0.9, "beta": 3.0, "gamma": 0.5}


@dataclass(frozen=True, slots=True)
class Stemmer:
    """The form of a stemmer that NLTK calls."""

    stem: Callable[[str], str]


class NoSynonyms:
    """A WordNet without entries, in the form that NLTK calls."""

    def synsets(self, word: str) -> Sequence[Any]:
        return ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """NLTK's function with the stemmer and the synonyms that it is given."""

    language: str
    stemmer_name: str
    stemmer: Stemmer
    wordnet: Any
    score: Callable[..., float]

    def score_segment(self, segment: Measured) -> Value:
        references = [words for text in segment.references if (words := segment_words(text, self.language))]
        if not references:
            return None
        words = segment_words(segment.hypothesis, self.language)
        return float(self.score(references, words, stemmer=self.stemmer, wordnet=self.wordnet, **PARAMETERS))


class MeteorReport(Report["Meteor"]):
    """`measure meteor`: the mean over sentences, and each sentence's score on request."""

    tells_segments = True

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._segments: list[dict[str, Any]] = []

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        if self.options["segments"]:
            self._segments.append({"line": line, "score": value})

    def tell(self) -> dict[str, Any]:
        output = {name: value for name, value in super().tell().items() if name != "rows"}
        output["empty_hypotheses"] = self.empty[0]
        return {**output, "segments": self._segments} if self.options["segments"] else output

    def sign(self) -> dict[str, object]:
        return self.measure.sign(self.given, self.prepared)


class Meteor(Measure[Prepared]):
    """METEOR by the best reference of each segment, averaged over segments."""

    name = command = "meteor"
    title = "METEOR"
    help = "METEOR (NLTK): words, stems and synonyms shared with the reference, and their order"
    figures = (Figure("score", "METEOR"),)
    options = (STEMMER,)
    form_part = FormPart("meteor-options", "METEOR: stems", (STEMMER.name,))
    reads_wordnet = True
    reason = "No reference has a word."
    left_out_reason = "have no word in the reference"
    reader = "parallel"
    report = MeteorReport

    def of_options(self, options: Options) -> dict[str, Any]:
        """Return the option, by default where the stored request is older than the measure."""
        return {STEMMER.name: options.get(STEMMER.name, STEMMER.default)}

    def name_tools(self, options: Options, language: str) -> list[str]:
        return [f"nltk-{version('nltk')}"]

    def prepare(self, given: Given) -> Prepared:
        """Raise ValueError without a language, which stems and synonyms follow, and for synonyms of another one."""
        language = given.target_language
        if not language:
            raise ValueError("METEOR’s stems and synonyms depend on the language: give --target-language.")
        if given.wordnet and not is_english(language):
            raise ValueError("WordNet has synonyms of English only.")
        from nltk.translate.meteor_score import meteor_score  # half of NLTK comes with it: a second

        name = name_stemmer(self.of_options(given.options)[STEMMER.name], language)
        wordnet = open_wordnet(given.wordnet().folder) if given.wordnet else NoSynonyms()
        return Prepared(language, name, make_stemmer(name), wordnet, meteor_score)

    def count(self, segments: Sequence[Measured], prepared: Prepared) -> list[Value]:
        return [prepared.score_segment(segment) for segment in segments]

    def sign(self, given: Given, prepared: Prepared) -> dict[str, object]:
        return {
            "tokens": name_splitter(given.target_language),
            "language": given.target_language,
            "case": "lower",
            "stemmer": prepared.stemmer_name,
            "synonyms": "wordnet-3.0" if given.wordnet else "none",
            **PARAMETERS,
            "nltk": version("nltk"),
        }


def name_stemmer(chosen: str, language: str) -> str:
    """Return the stemmer's name in signatures, “none” for a language without one."""
    if chosen != BY_LANGUAGE:
        return chosen
    if is_english(language):
        return "porter"
    stemmer = _SNOWBALL.get(language.partition("-")[0].lower())
    return f"snowball-{stemmer}" if stemmer else "none"


@lru_cache(maxsize=4)
def make_stemmer(name: str) -> Stemmer:
    """Return the stemmer of this name, which stems a word once: a stem costs more than everything else of a score."""
    if name == "none":
        return Stemmer(str)
    from nltk.stem import PorterStemmer, SnowballStemmer

    stemmer = PorterStemmer() if name == "porter" else SnowballStemmer(name.removeprefix("snowball-"))
    return Stemmer(lru_cache(maxsize=1 << 16)(stemmer.stem))


@lru_cache(maxsize=1)
def open_wordnet(folder: str) -> Any:
    """Return NLTK's reader of the site's own WordNet; raise FormatError if a file is missing or malformed."""
    import nltk.data
    from nltk.corpus.reader.wordnet import WordNetCorpusReader, WordNetError

    class Reader(WordNetCorpusReader):
        """The reader without its way to other versions of WordNet, which needs data that NLTK downloads, and with the
        one file of constants that packages leave out.
        """

        def open(self, file: str) -> Any:
            if file == "lexnames" and not (Path(folder) / file).exists():
                return StringIO(LEXNAMES)
            return super().open(file)

        def map_wn(self, version: str = "wordnet") -> None:
            return None

    if folder not in nltk.data.path:
        nltk.data.path.append(folder)  # NLTK opens no file outside of these folders
    try:
        return Reader(folder, omw_reader=False)  # None would warn that other languages are missing
    except (OSError, WordNetError, ValueError, AssertionError) as error:
        raise FormatError(folder, None, f"NLTK cannot read this WordNet: {error}.") from error

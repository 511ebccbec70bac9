"""Options of BLEU, chrF and TER: all that sacrebleu has, with words separated as the target language needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from annotation_site.texts.segmentation import is_unspaced, name_segmenter, space_words
from evaluation.measures.options import Choice, Flag, FormPart, Number, Option, Options
from evaluation.metrics.surface import SurfaceName, find_tokeniser_model

BY_LANGUAGE = "language"
# As sacrebleu has them for its own test sets.
_TOKENISERS = {**dict.fromkeys(("zh", "yue", "wuu", "lzh"), "zh"), "ja": "ja-mecab", "ko": "ko-mecab"}
# Their characters, Chinese ones or kana, are TER's words.
_CHARACTERS = frozenset({"zh", "yue", "wuu", "lzh", "ja"})

TOKENISER = Choice(
    "tokenize",
    "BLEU: words",
    (
        (BY_LANGUAGE, "as the target language needs"),
        ("13a", "13a, as mteval"),
        ("intl", "intl, all Unicode punctuation apart"),
        ("zh", "zh, Chinese characters apart"),
        ("ja-mecab", "ja-mecab, Japanese words"),
        ("ko-mecab", "ko-mecab, Korean words"),
        ("char", "char, every character apart"),
        ("flores101", "flores101, pieces of spBLEU (needs its model)"),
        ("flores200", "flores200, pieces of spBLEU (needs its model)"),
        ("none", "none, between spaces"),
    ),
    BY_LANGUAGE,
    help="zh for Chinese, ja-mecab for Japanese, ko-mecab for Korean, char for Thai, Lao and Khmer, 13a for others.",
)
LOWERCASE = Flag("lowercase", "BLEU, chrF: without case", help="Texts are lower-cased first.")
SMOOTHING = Choice(
    "smooth_method",
    "BLEU: smoothing",
    (("exp", "exp, as NIST"), ("floor", "floor"), ("add-k", "add-k"), ("none", "none")),
    "exp",
)
SMOOTH_VALUE = Number(
    "smooth_value",
    "BLEU: value for floor or add-k",
    0,
    0,
    100,
    "The value for smoothing is 0 to 100.",
    help="0 stands for 0.1 with floor, 1 with add-k.",
)
NGRAM_ORDER = Number(
    "max_ngram_order",
    "BLEU: longest n-gram",
    4,
    1,
    10,
    "BLEU’s longest n-gram has 1 to 10 words.",
    is_whole=True,
)
CHARACTER_ORDER = Number(
    "char_order",
    "chrF: longest n-gram of characters",
    6,
    1,
    20,
    "chrF’s longest n-gram has 1 to 20 characters.",
    is_whole=True,
)
WORD_ORDER = Number(
    "word_order",
    "chrF: longest n-gram of words",
    0,
    0,
    10,
    "chrF’s longest n-gram of words has 0 to 10 words.",
    help="0 for chrF; chrF++ is a measure of its own, with 2.",
    is_whole=True,
)
BETA = Number(
    "beta",
    "chrF: weight of recall",
    2,
    1,
    10,
    "The weight of recall, beta, is a whole number from 1 to 10.",
    is_whole=True,
)
WHITESPACE = Flag("whitespace", "chrF: spaces count as characters")
TER_WORDS = Choice(
    "ter_words",
    "TER: words",
    (
        (BY_LANGUAGE, "as the target language needs"),
        ("spaces", "between spaces"),
        ("normalized", "normalised, punctuation apart"),
        ("asian", "normalised, Chinese characters and kana apart"),
        ("icu", "words by the dictionaries of ICU"),
    ),
    BY_LANGUAGE,
    help="Characters apart for Chinese and Japanese, ICU’s words for Thai, Lao and Khmer, between spaces for others.",
)
TER_NO_PUNCTUATION = Flag("ter_no_punct", "TER: without punctuation")
TER_CASE = Flag("ter_case_sensitive", "TER: with case")

PARTS: Mapping[SurfaceName, Sequence[Option]] = {
    "bleu": (TOKENISER, LOWERCASE, SMOOTHING, SMOOTH_VALUE, NGRAM_ORDER),
    "chrf": (CHARACTER_ORDER, WORD_ORDER, BETA, LOWERCASE, WHITESPACE),
    "ter": (TER_WORDS, TER_NO_PUNCTUATION, TER_CASE),
}
FORM_PART = FormPart(
    "surface-options",
    "BLEU, chrF, TER: words, case, lengths",
    tuple(dict.fromkeys(option.name for options in PARTS.values() for option in options)),
)


def to_sacrebleu(name: SurfaceName, options: Options, language: str) -> dict[str, Any]:
    """Return the arguments of sacrebleu's class, without those that are its defaults."""
    known = {option.name: options.get(option.name, option.default) for option in PARTS[name]}
    code = language.partition("-")[0].lower()
    if name == "bleu":
        chosen = known["tokenize"]
        return {
            **_keep_changed(known, "lowercase", "smooth_method", "max_ngram_order"),
            **({"smooth_value": known["smooth_value"]} if known["smooth_value"] else {}),
            **({} if (words := _find_tokeniser(chosen, code)) == "13a" else {"tokenize": words}),
        }
    if name == "chrf":
        return _keep_changed(known, "char_order", "word_order", "beta", "lowercase", "whitespace")
    return {
        **_find_ter_words(known["ter_words"], language),
        **({"no_punct": True} if known["ter_no_punct"] else {}),
        **({"case_sensitive": True} if known["ter_case_sensitive"] else {}),
    }


def _find_ter_words(chosen: str, language: str) -> dict[str, Any]:
    code = language.partition("-")[0].lower()
    if chosen != BY_LANGUAGE:
        words = chosen
    elif code in _CHARACTERS:
        words = "asian"
    else:
        words = "icu" if is_unspaced(code) else "spaces"
    if words == "icu":
        return {"separate": partial(space_words, language=language), "separated_by": name_segmenter()}
    if words == "asian":
        return {"normalized": True, "asian_support": True}
    return {"normalized": True} if words == "normalized" else {}


def _keep_changed(known: Mapping[str, Any], *names: str) -> dict[str, Any]:
    defaults = {option.name: option.default for options in PARTS.values() for option in options}
    return {name: known[name] for name in names if known[name] != defaults[name]}


def _find_tokeniser(chosen: str, code: str) -> str:
    if chosen != BY_LANGUAGE:
        return chosen
    return _TOKENISERS.get(code) or ("char" if is_unspaced(code) else "13a")


def check_tokeniser(options: Options) -> None:
    """Raise ValueError if the tokeniser needs a model that is not there: none is ever fetched while a job runs."""
    chosen = options.get("tokenize", BY_LANGUAGE)
    if (path := find_tokeniser_model(chosen)) is not None and not path.exists():
        raise ValueError(f"The tokeniser {chosen} needs its model. Ask the operators to put it into {path}.")

"""Measures of 100,000 translated segments, beside what people use instead: sacremoses, sacrebleu, scripts straight from
the definitions of Score_mwe and LitTER, a general solver for TESLA.

Each line is a process of its own that makes its segments as it goes (sacrebleu needs them all at once); its peak memory
is that of the process, Python and libraries included, and seconds are its processor time, which hardly depends on who
else is at work. TESLA's pairs are English words of WordNet where that is installed
(INTERLINEA_WORDNET, else /usr/share/wordnet), and made-up words with made-up synsets otherwise.
"""

import multiprocessing
import os
import platform
import random
import resource
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy
import psutil
import rapidfuzz
import sacrebleu
import scipy
from sacrebleu.metrics.base import Metric
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacremoses import MosesTokenizer

from annotation_site.texts.segmentation import segment_words
from evaluation.metrics.averages import LabelTallies, Tally
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.litter import find_literal_words
from evaluation.metrics.mwe_score import match_expression, split_words
from evaluation.metrics.surface import SurfaceMeasure, SurfaceName
from evaluation.metrics.tesla.score import score_tesla
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.tesla.wordnet import WordNet, read_wordnet
from evaluation.metrics.words import lemmatiser
from tests.evaluation.tesla_by_definition import score_by_definition
from tests.scripts.machine import megabytes, print_table
from tests.scripts.private_scripts import find_litter_plainly, score_mwe_plainly
from tests.scripts.script import script

CHUNK, WORDS, VOCABULARY, SEED = 1000, 20, 30_000, 20261121
SCRIPT = "  by a script of one’s own"
WORDNET = Path(os.environ.get("INTERLINEA_WORDNET", "/usr/share/wordnet"))
# Score, seconds, peak memory in bytes.
Outcome = tuple[float, float, int]


def make_segments(segments: int) -> Iterator[tuple[str, str]]:
    """Hypothesis and reference of common and rare words; one word in three differs. The same at every run."""
    chance = random.Random(SEED)
    words = make_words(chance)
    weights = list(_add_up(1 / rank for rank in range(1, VOCABULARY + 1)))
    for _ in range(segments):
        reference = chance.choices(words, cum_weights=weights, k=WORDS)
        other = chance.choices(words, cum_weights=weights, k=WORDS)
        hypothesis = [b if chance.random() < 1 / 3 else a for a, b in zip(reference, other, strict=True)]
        yield " ".join(hypothesis), " ".join(reference)


def make_words(chance: random.Random) -> list[str]:
    return ["".join(chance.choices("aeiourstlnmdcpbgvè", k=chance.randint(1, 11))) for _ in range(VOCABULARY)]


def _add_up(values: Iterator[float]) -> Iterator[float]:
    total = 0.0
    for value in values:
        total += value
        yield total


def make_expressions(segments: int) -> list[tuple[str, str]]:
    """Return words 6 to 8 of each reference, to be found in the whole hypothesis."""
    return [(" ".join(reference.split()[6:9]), hypothesis) for hypothesis, reference in make_segments(segments)]


def score_mwe(segments: int) -> Outcome:
    rows = make_expressions(segments)
    tally = Tally()
    began = time.process_time()
    for expression, hypothesis in rows:
        if match := match_expression(expression, split_words(hypothesis)):
            tally.put(match.score)
    return finish(tally.mean or 0.0, began)


def score_mwe_by_script(segments: int) -> Outcome:
    rows = make_expressions(segments)
    began = time.process_time()
    return finish(score_mwe_plainly(rows), began)


def make_texts(segments: int) -> list[str]:
    """Return references with a comma, an elided article and a full stop in each."""
    texts = []
    for _, reference in make_segments(segments):
        words = reference.split()
        texts.append(f"{' '.join(words[:6])}, l'{' '.join(words[6:])}.")
    return texts


def split_texts(segments: int) -> Outcome:
    """Count tokens per text."""
    texts = make_texts(segments)
    began = time.process_time()
    return finish(sum(len(segment_words(text, "fr")) for text in texts) / segments, began)


def split_texts_by_sacremoses(segments: int) -> Outcome:
    texts = make_texts(segments)
    tokeniser = MosesTokenizer(lang="fr")
    began = time.process_time()
    return finish(sum(len(tokeniser.tokenize(text, escape=False)) for text in texts) / segments, began)


def make_spans(segments: int) -> tuple[list[tuple[str, str, str]], dict[str, list[str]]]:
    """Three source words with five translations each, beside reference and hypothesis."""
    chance = random.Random(SEED)
    words = make_words(chance)
    translations = {f"w{place}": chance.sample(words, 5) for place in range(10_000)}
    rows = [
        (f"w{place % 10_000} w{place * 7 % 10_000} w{place * 13 % 10_000}", reference, hypothesis)
        for place, (hypothesis, reference) in enumerate(make_segments(segments))
    ]
    return rows, translations


def score_litter(segments: int) -> Outcome:
    """Tokenising all three texts is in the time."""
    rows, translations = make_spans(segments)
    dictionary = BilingualDictionary((translations,))
    tallies = LabelTallies()
    began = time.process_time()
    for span, reference, hypothesis in rows:
        texts = segment_words(span, "en"), segment_words(reference, "fr"), segment_words(hypothesis, "fr")
        if result := find_literal_words(*texts, dictionary):
            tallies.put("x", float(result.is_error))
    return finish(tallies.macro or 0.0, began)


def score_litter_by_script(segments: int) -> Outcome:
    rows, translations = make_spans(segments)
    began = time.process_time()
    return finish(find_litter_plainly(rows, translations), began)


def measure_tesla(segments: int) -> Outcome:
    """Tokens are made beforehand."""
    pairs = list(islice(make_token_pairs(find_wordnet()), segments))
    total = 0.0
    began = time.process_time()
    for hypothesis, reference in pairs:
        score = score_tesla(hypothesis, reference)
        total += score.score if score else 0.0
    return finish(total / len(pairs), began)


def measure_tesla_by_solver(segments: int) -> Outcome:
    """Each of the six matchings as a linear program for scipy's general solver."""
    pairs = list(islice(make_token_pairs(find_wordnet()), segments))
    began = time.process_time()
    total = sum(score_by_definition(*pair) for pair in pairs)
    return finish(total / len(pairs), began)


def find_wordnet() -> WordNet | None:
    return read_wordnet(str(WORDNET)) if (WORDNET / "index.noun").exists() else None


def make_token_pairs(wordnet: WordNet | None) -> Iterator[tuple[list[TeslaToken], list[TeslaToken]]]:
    """Yield references of 20 tokens, two in five of them function words, with a third of the hypothesis changed."""
    chance = random.Random(SEED)
    function = [
        TeslaToken(word, word, pos, is_function=True) for word, pos in zip("abcdefgh", ["DET", "ADP"] * 4, strict=True)
    ]
    if wordnet is None:
        tags = ("NOUN", "VERB", "ADJ", "ADV")
        content = [
            TeslaToken(f"w{n}", f"w{n}", tags[n % 4], frozenset(chance.sample(range(6000), 4))) for n in range(3000)
        ]
    else:
        lemmas = [word for word in wordnet.tagged if word.isalpha()]
        content = TokenMaker(lemmatiser("en"), wordnet, is_english=True).make_from_words(chance.sample(lemmas, 3000))
    while True:
        reference = [chance.choice(function if chance.random() < 0.4 else content) for _ in range(WORDS)]
        yield [chance.choice(content) if chance.random() < 1 / 3 else token for token in reference], reference


def score_in_chunks(name: SurfaceName, segments: int) -> Outcome:
    measure = SurfaceMeasure(name)
    began = time.process_time()
    stream = ((hypothesis, (reference,)) for hypothesis, reference in make_segments(segments))
    total = numpy.zeros(1)
    while chunk := list(islice(stream, CHUNK)):
        total = total + measure.count(*zip(*chunk, strict=True)).sum(axis=0)
    return finish(measure.score(total), began)


def score_at_once(metric: type[Metric], segments: int) -> Outcome:
    began = time.process_time()
    hypotheses, references = zip(*make_segments(segments), strict=True)
    return finish(metric().corpus_score(list(hypotheses), [list(references)]).score, began)


def finish(score: float, began: float) -> Outcome:
    return score, time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def run_apart(function: Callable[..., Outcome], *arguments: Any) -> Outcome:
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(function, arguments)


@script(small={"segments": 300, "tesla_pairs": 20})
def measure_measures(segments: int = 100_000, tesla_pairs: int = 4_000) -> None:
    """Print both tables."""
    print(
        f"{len(os.sched_getaffinity(0))} cores, {psutil.virtual_memory().total / 2**30:.0f} GB, load "
        f"{os.getloadavg()[0]:.1f} at the start; Python {platform.python_version()}, numpy {numpy.__version__}, scipy "
        f"{scipy.__version__}, rapidfuzz {rapidfuzz.__version__}, sacrebleu {sacrebleu.__version__}; WordNet "
        f"{'from ' + str(WORDNET) if (WORDNET / 'index.noun').exists() else 'absent'}"
    )
    print_rates(segments, tesla_pairs)
    print_surface(segments)


def print_rates(segments: int, tesla_pairs: int) -> None:
    """Print rates; slow alternatives get fewer segments, and ours those too, so that scores can be compared."""
    rows = []
    for title, ours, other, theirs, most, fewer, aim in (
        ("Tokens by Moses", split_texts, "  by sacremoses itself", split_texts_by_sacremoses, segments, 10_000, ""),
        ("Score_mwe", score_mwe, SCRIPT, score_mwe_by_script, segments, 2_000, ""),
        ("LitTER, tokenising included", score_litter, SCRIPT, score_litter_by_script, segments, 10_000, ""),
        ("TESLA-M", measure_tesla, "  by a general solver", measure_tesla_by_solver, tesla_pairs, 100, "≥ 2,000"),
    ):
        fewer = min(fewer, most)
        score, seconds, _ = run_apart(ours, most)
        rows.append((title, f"{most:,}", f"{seconds:.1f}", f"{most / seconds:,.0f}", f"{score:.4f}", aim))
        same = run_apart(ours, fewer)[0] if fewer < most else score
        score, seconds, _ = run_apart(theirs, fewer)
        assert abs(score - same) < 1e-9, f"{title}: {same} here, {score} by the other"
        rows.append((other, f"{fewer:,}", f"{seconds:.1f}", f"{fewer / seconds:,.0f}", f"{score:.4f}", "equal"))
    print_table(
        "Measures of expressions, one core", ("what", "segments", "processor s", "per second", "score", "aim"), rows
    )


def print_surface(segments: int) -> None:
    rows = []
    for title, name, metric in (("BLEU", "bleu", BLEU), ("chrF", "chrf", CHRF)):
        here = run_apart(score_in_chunks, name, segments)
        there = run_apart(score_at_once, metric, segments)
        assert here[0] == there[0], f"{title}: {here[0]} here, {there[0]} by sacrebleu"
        rows.append((f"{title}, in chunks", f"{here[1]:.1f}", megabytes(here[2]), f"{here[0]:.4f}", "< 300 MB, equal"))
        rows.append((f"{title}, sacrebleu itself", f"{there[1]:.1f}", megabytes(there[2]), f"{there[0]:.4f}", ""))
    print_table(f"{segments:,} segments of {WORDS} words", ("what", "processor s", "peak memory", "score", "aim"), rows)


if __name__ == "__main__":
    measure_measures.main()

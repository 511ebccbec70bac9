"""DS, PPMI and frequency from corpora, against counts by hand and by brute force."""

import gzip
import math
from collections import Counter
from io import BytesIO
from random import Random

import numpy as np
import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.formulas import distributional_similarity
from idiomaticity.predictors.probing import corpora
from idiomaticity.predictors.probing.corpora import SoughtCompound, read_corpus
from idiomaticity.predictors.probing.corpus_files import read_corpus_lines
from idiomaticity.predictors.probing.corpus_words import CorpusOptions, make_joiner
from tests.idiomaticity.predictors.by_definition import count_cooccurrences, find_dimensions

OPTIONS = CorpusOptions("en")
TANK = SoughtCompound("fish tank", "fish", "tank")


def make_corpus(sentences: int = 900) -> list[list[str]]:
    """Enough different words for all dimensions, with a compound in every third sentence."""
    random = Random(5)
    words = [f"w{number}" for number in range(1400)]
    weights = [1 / (rank + 3) for rank in range(1400)]
    corpus = []
    for number in range(sentences):
        sentence = random.choices(words, weights, k=14)
        if number % 3 == 0:
            place = random.randrange(14)
            sentence[place:place] = ["fish", "tank"]
        elif number % 3 == 1:
            sentence.insert(random.randrange(14), random.choice(["fish", "tank"]))
        corpus.append(sentence)
    return corpus


def test_whole_sentences_give_what_the_definition_gives() -> None:
    corpus = make_corpus()
    values, counted = read_corpus(lambda: corpus, {"t": TANK}, OPTIONS)
    joined = [" ".join(sentence).replace("fish tank", "fish_tank").split() for sentence in corpus]
    dimensions = find_dimensions([[word.replace("_", " ") for word in sentence] for sentence in joined])
    vectors = count_cooccurrences(
        joined, ["fish_tank", "fish", "tank"], [word.replace(" ", "_") for word in dimensions]
    )
    expected = distributional_similarity(vectors, "fish_tank", "fish", "tank")
    assert values["t"].ds == pytest.approx(expected)
    assert counted["dimensions"] == 1000


def test_a_window_gives_what_counting_place_by_place_gives() -> None:
    corpus = make_corpus(300)
    values, _ = read_corpus(lambda: corpus, {"t": TANK}, CorpusOptions("en", window=2))
    joined = [" ".join(sentence).replace("fish tank", "fish_tank").split() for sentence in corpus]
    counts = Counter(word.replace("_", " ") for sentence in joined for word in sentence)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))[50:1050]

    def vector(target: str) -> np.ndarray:
        found = np.zeros(len(ranked))
        for sentence in joined:
            for place, word in enumerate(sentence):
                if word == target:
                    for near in sentence[max(0, place - 2) : place] + sentence[place + 1 : place + 3]:
                        if near != target and near.replace("_", " ") in ranked:
                            found[ranked.index(near.replace("_", " "))] += 1
        return found

    def cosine(left: np.ndarray, right: np.ndarray) -> float:
        return float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))

    whole, fish, tank = (vector(word) for word in ("fish_tank", "fish", "tank"))
    assert values["t"].ds == pytest.approx(0.7 * cosine(whole, fish) + 0.3 * cosine(whole, tank))


def test_frequency_and_ppmi_count_words_inside_compounds_too() -> None:
    corpus = [["the", "fish", "tank"], ["a", "fish"], ["gas", "tank"], ["tank"]]
    values, counted = read_corpus(lambda: corpus, {"t": TANK}, OPTIONS)
    assert (values["t"].frequency, counted["words"]) == (1, 8)
    assert values["t"].ppmi == pytest.approx(math.log2(8 * 1 / (2 * 3)))


def test_what_a_corpus_does_not_say_has_a_reason() -> None:
    sought = {
        "absent": SoughtCompound("gas giant", "gas", "giant"),
        "parts": SoughtCompound("fish tank", "fishes", "tank"),
        "one": SoughtCompound("tank", "fish", "tank"),
    }
    values, _ = read_corpus(lambda: [["fish", "tank"], ["tank"]], sought, OPTIONS)
    assert values["absent"].reasons["ds"] == "The compound does not occur in the corpus."
    assert "Its modifier and head are not its words." in values["parts"].reasons["ppmi"]
    assert "“fishes” does not occur on its own" in values["parts"].reasons["ds"]
    assert values["one"].reasons["ppmi"] == "The compound is a single word."
    assert all(each.ds is None for each in values.values())


def test_the_longest_compound_wins_from_left_to_right() -> None:
    join = make_joiner([("glass", "ceiling"), ("glass", "ceiling", "lamp"), ("lamp", "oil")])
    assert join(["a", "glass", "ceiling", "lamp", "oil", "glass", "ceiling"]) == [
        "a",
        "glass ceiling lamp",
        "oil",
        "glass ceiling",
    ]


def test_lines_are_split_without_case_hyphens_and_punctuation() -> None:
    assert OPTIONS.split("“The Glass-Ceiling”, she said: don’t!") == ["the", "glass", "ceiling", "she", "said", "don't"]
    assert CorpusOptions("en", lemmas=True).split("Two glass ceilings") == ["two", "glass", "ceiling"]


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(FormatError, match="The corpus has no words"):
        read_corpus(list, {"t": TANK}, OPTIONS)


def test_a_vocabulary_beyond_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "MOST_DIFFERENT_WORDS", 3)
    with pytest.raises(FormatError, match="more than 3 different words"):
        read_corpus(lambda: [["a", "b", "c", "d"]], {"t": TANK}, OPTIONS)


def test_a_packed_file_that_unpacks_to_a_thousand_times_its_size_is_refused():
    packed = BytesIO(gzip.compress((b"a " * 250_000 + b"\n") * 180))
    with pytest.raises(FormatError, match="unpacks to more than 200 times its size"):
        for _ in read_corpus_lines(packed, "corpus.gz"):
            pass

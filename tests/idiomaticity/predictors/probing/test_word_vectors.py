"""Vectors of words in every format, the values by hand, and files that cannot be read."""

import gzip
from collections.abc import Mapping
from io import BytesIO

import numpy as np
import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.probing.corpus_words import CorpusOptions
from idiomaticity.predictors.probing.word_vectors import SoughtSentences, holds_words, read_word_vectors
from tests.idiomaticity.predictors.probing.files import write_npz

SPLIT = CorpusOptions("en").split
SOUGHT = [
    SoughtSentences("police car", "police", "car", {1: "A police car.", 3: "Police cars stop.", 4: "Xyz"}),
    SoughtSentences("fish tank", "fish", "tank", {1: "Fish tank"}),
]
VECTORS = {"police": (1, 0), "car": (0, 1), "police_car": (1, 2), "stop": (3, 4), "fish": (2, 2), "other": (9, 9)}
TEXT = "".join(f"{word} {x} {y}\n" for word, (x, y) in VECTORS.items())


def pack(vectors: Mapping[str, tuple[float, float]]) -> bytes:
    arrays = {"words": np.array(list(vectors)), "vectors": np.array(list(vectors.values()), dtype=np.float32)}
    return write_npz(**arrays).getvalue()


@pytest.mark.parametrize(
    "data",
    [TEXT.encode(), f"{len(VECTORS)} 2\n{TEXT}".encode(), gzip.compress(TEXT.encode()), pack(VECTORS)],
    ids=["glove", "word2vec", "gzip", "npz"],
)
def test_the_values_are_those_by_hand(data: bytes) -> None:
    assert holds_words(BytesIO(data))
    found, counted = read_word_vectors(BytesIO(data), "vectors", SOUGHT, SPLIT)
    # cos((1, 2), (1, 0) + (0, 1)) = 3 / √10, the same in every sentence; NC_out would be 1 for all.
    values = {"nc_out": None, "nc_out_comp": pytest.approx(3 / np.sqrt(10))}
    assert [found.sentences["police car", number] for number in (1, 3, 4)] == [values] * 3
    # Without a vector of its own as one word, a compound has none to compare.
    assert found.sentences["fish tank", 1] == {"nc_out": None, "nc_out_comp": None}
    # "a police car" is the mean (.5, .5), "police cars stop" the mean of police and stop (2, 2).
    pair = found.pairs["police car", 1, 3]
    assert pair == {"sentence_similarity": pytest.approx(1.0), "compound_similarity": None}
    assert found.pairs["police car", 1, 4]["sentence_similarity"] is None
    # a, police, car, police_car, cars, stop, xyz, fish, tank, fish_tank are sought.
    assert counted == {"words_found": 5, "words_sought": 10}


def test_a_word_may_hold_spaces_and_stand_in_another_case() -> None:
    """Of two writings, the one in lower case counts, wherever it stands."""
    text = "police 1 0\n. . . 7 7\nPolice 0 1\nFish 1 1\n"
    found, counted = read_word_vectors(BytesIO(text.encode()), "glove.txt", SOUGHT, SPLIT)
    assert counted["words_found"] == 2
    assert found.pairs["police car", 1, 3]["sentence_similarity"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"police 1 0\ncar 1\n", "line 2: The line is not a word with 2 numbers."),
        (b"police 1 x\n", "line 1: The line has a value that is not a number."),
        (b"police 1 nan\n", "not a number"),
        (b"nothing 1 2\n", "None of the words"),
        (b"", "None of the words"),
        (write_npz(words=np.array(["police"])).getvalue(), "no array called vectors"),
        (write_npz(words=np.array(["police"]), vectors=np.zeros((2, 2))).getvalue(), "1 words, but 2 vectors"),
    ],
)
def test_a_file_without_vectors_of_one_length_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_word_vectors(BytesIO(data), "vectors.txt", SOUGHT, SPLIT)


def test_vectors_in_context_are_none_of_words() -> None:
    assert not holds_words(write_npz(compound=np.array(["police car"])))

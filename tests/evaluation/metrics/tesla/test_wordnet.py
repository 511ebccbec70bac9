"""WordNet from its own files."""

import pytest

from alignment.formats import FormatError
from evaluation.metrics.tesla.wordnet import read_wordnet
from tests.evaluation.wordnet_files import FILES, real_wordnet, write_wordnet


@pytest.fixture
def wordnet(tmp_path):
    return read_wordnet(str(write_wordnet(tmp_path)))


def test_words_of_a_synset_share_it_across_lemmas_only(wordnet):
    assert len(wordnet.find_synsets("Store")) == 5
    assert len(wordnet.find_synsets("store") & wordnet.find_synsets("shop")) == 1
    assert not wordnet.find_synsets("store") & wordnet.find_synsets("trade")
    assert wordnet.find_synsets("gallimaufry") == frozenset()


def test_places_of_two_files_are_not_confused(tmp_path):
    folder = write_wordnet(tmp_path)
    (folder / "index.verb").write_text("shop v 1 1 @ 1 1 13367070  \n")
    wordnet = read_wordnet(str(folder))
    assert len(wordnet.find_synsets("store") & wordnet.find_synsets("shop")) == 1


@pytest.mark.parametrize(
    ("word", "pos", "base"),
    [
        ("stores", "n", "store"),
        ("luxuries", "n", "luxury"),
        ("ran", "v", "run"),
        ("storing", "v", "store"),
        ("better", "a", "good"),
        ("zebras", "n", None),
    ],
)
def test_base_forms(wordnet, word, pos, base):
    assert wordnet.find_base(word, pos) == base


def test_part_of_speech_is_the_one_most_often_tagged(wordnet):
    assert [wordnet.guess_pos(word) for word in ("stores", "runs", "well", "zebra")] == ["n", "v", "r", None]


def test_compounds_are_nouns_with_a_space(wordnet):
    assert wordnet.has_noun("luxury store")
    assert not wordnet.has_noun("luxury trade")


def test_real_wordnet():
    wordnet = read_wordnet(str(real_wordnet()))
    assert len(wordnet.synsets["n"]) == 117798
    assert wordnet.find_synsets("car") & wordnet.find_synsets("automobile")
    assert not wordnet.find_synsets("store") & wordnet.find_synsets("trade")
    assert [wordnet.guess_pos(word) for word in ("was", "quickly", "luxury", "running")] == ["v", "r", "n", "v"]
    assert wordnet.has_noun("ivory tower")


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith(("index", "cntlist"))])
def test_a_missing_or_broken_file_is_named(tmp_path, name):
    folder = write_wordnet(tmp_path)
    (folder / name).write_text("neither this\nnor that\n")
    with pytest.raises(FormatError, match=f"{name}: The file is not"):
        read_wordnet(str(folder))
    (folder / name).write_bytes(b"\xff\xfe\x80")
    with pytest.raises(FormatError, match=f"{name}: The file is not"):
        read_wordnet(str(folder))
    (folder / name).unlink()
    with pytest.raises(FormatError, match=f"{name}: The file cannot be read: No such file"):
        read_wordnet(str(folder))

"""METEOR: NLTK's own function on the same words, the formula by hand, and what the signature says of it."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from nltk.stem import PorterStemmer, SnowballStemmer
from nltk.translate.meteor_score import meteor_score

from annotation_site.texts.segmentation import segment_words
from evaluation.measures.kinds.meteor import NoSynonyms, open_wordnet
from evaluation.metrics.tesla.lexicographer_files import LEXNAMES
from tests.evaluation.measure_command import measure, refuse
from tests.evaluation.wordnet_files import real_wordnet, write_whole_wordnet

# The example of NLTK's documentation; pairs with stems, synonyms, no match, nothing.
GUIDE = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    "It is a guide to action that ensures that the military will forever heed Party commands",
)
ENGLISH = (
    GUIDE,
    ("The dogs were running quickly.", "A dog runs quickly."),
    ("He bought an automobile in the shop.", "He bought a car in the store."),
    ("Nothing here.", "This is a cat"),
    ("", "An empty answer."),
    ("The party's commands, the party's!", "Commands of the party's party."),
    ("Holland is flat.", "The Netherlands are flat."),
    ("The mice ran.", "A mouse ran."),
)
SYNSETS = {"noun": [["car", "automobile"], ["store", "shop"], ["mouse"], ["Netherlands", "Holland"]], "verb": [["run"]]}


def run(write: Any, pairs: Any, *options: Any) -> dict[str, Any]:
    hypotheses, references = zip(*pairs, strict=True)
    files = write("h", "\n".join(hypotheses) + "\n"), write("r", "\n".join(references) + "\n")
    found = measure("meteor", "--hypothesis", files[0], "--reference", files[1], "--segments", *options)
    assert [each["line"] for each in found["segments"]] == list(range(1, len(pairs) + 1))
    return found


def of_nltk(pairs: Any, language: str, **tools: Any) -> list[float]:
    return [
        meteor_score([segment_words(reference, language)], segment_words(hypothesis, language), **tools)
        for hypothesis, reference in pairs
    ]


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    (tmp_path / "wordnet").mkdir()
    return write_whole_wordnet(tmp_path / "wordnet", SYNSETS)


def scores(found: dict[str, Any]) -> list[float]:
    return [each["score"] for each in found["segments"]]


def test_english_has_porters_stems_and_the_synonyms_of_wordnet(write, wordnet):
    found = run(write, ENGLISH, "--target-language", "en", "--wordnet", wordnet, "--bootstrap", 50)
    reader = open_wordnet(str(wordnet))
    assert [lemma.name() for lemma in reader.synsets("automobile")[0].lemmas()] == ["car", "automobile"]
    expected = of_nltk(ENGLISH, "en", stemmer=PorterStemmer(), wordnet=reader)
    assert scores(found) == pytest.approx(expected)
    assert found["score"] == pytest.approx(sum(expected) / len(expected))
    low, high = found["interval"]["score"]
    assert low < found["score"] < high
    assert found["signature"].startswith(
        "meteor|tokens:moses|language:en|case:lower|stemmer:porter|synonyms:wordnet-3.0|alpha:0.9|beta:3.0|gamma:0.5|nltk:"
    )
    bare = run(write, ENGLISH, "--target-language", "en")
    assert scores(bare) == pytest.approx(of_nltk(ENGLISH, "en", stemmer=PorterStemmer(), wordnet=NoSynonyms()))
    assert "|synonyms:none|" in bare["signature"]
    assert scores(bare)[2] < scores(found)[2] and scores(bare)[:2] == scores(found)[:2]


def test_the_score_is_the_formula_of_lavie_and_agarwal(write):
    """Five of six words are there, in two runs: “a cat sat on” and “mat”."""
    (score,) = scores(run(write, [("a cat sat on my mat", "a cat sat on her mat")], "--target-language", "en"))
    precision = recall = 5 / 6
    mean = precision * recall / (0.9 * precision + 0.1 * recall)
    assert score == pytest.approx((1 - 0.5 * (2 / 5) ** 3) * mean)


@pytest.mark.parametrize(
    ("language", "stemmer", "pair"),
    [
        ("it", "snowball-italian", ("Le ragazze mangiavano.", "La ragazza mangia.")),
        ("de-AT", "snowball-german", ("Die Häuser standen leer.", "Das Haus stand leer.")),
        ("pt-BR", "snowball-portuguese", ("Os gatos dormiam.", "O gato dorme.")),
        ("cs", "none", ("Kočky spaly.", "Kočka spala.")),
    ],
)
def test_other_languages_have_the_stems_of_snowball(write, language, stemmer, pair):
    found = run(write, [pair], "--target-language", language)
    name = stemmer.removeprefix("snowball-")
    tools = {} if stemmer == "none" else {"stemmer": SnowballStemmer(name)}
    if stemmer == "none":
        assert f"|stemmer:{stemmer}|" in found["signature"]
        assert scores(found) == pytest.approx(
            of_nltk([pair], language, stemmer=type("Same", (), {"stem": staticmethod(str)})(), wordnet=NoSynonyms())
        )
        return
    assert f"|stemmer:{stemmer}|" in found["signature"]
    assert scores(found) == pytest.approx(of_nltk([pair], language, wordnet=NoSynonyms(), **tools))
    porter = run(write, [pair], "--target-language", language, "--meteor-stemmer", "porter")
    assert scores(porter) == pytest.approx(of_nltk([pair], language, stemmer=PorterStemmer(), wordnet=NoSynonyms()))
    assert "|stemmer:porter|" in porter["signature"]


def test_the_best_reference_counts_and_an_empty_one_does_not(write):
    hypothesis = write("h", "The cat sleeps.\nA dog.\n")
    references = write("one", "A dog barks.\n\n"), write("two", "The cat is sleeping.\n\n")
    options = ("--segments", "--target-language", "en")
    found = measure(
        "meteor", "--hypothesis", hypothesis, "--reference", references[0], "--reference", references[1], *options
    )
    second = of_nltk([("The cat sleeps.", "The cat is sleeping.")], "en", wordnet=NoSynonyms())
    assert scores(found) == [pytest.approx(second[0]), None]
    assert (found["n"], found["left_out"], found["score"]) == (1, 1, pytest.approx(second[0]))


def test_chinese_is_compared_by_words(write):
    pair = ("他在银行工作。", "他曾在银行工作。")
    found = run(write, [pair], "--target-language", "zh")
    assert 0.5 < found["score"] < 1 and "|tokens:icu-" in found["signature"]


def test_refusals(write, tmp_path, wordnet):
    files = ("meteor", "--hypothesis", write("h", "One.\n"), "--reference", write("r", "One.\n"))
    refuse("depend on the language: give --target-language", *files)
    refuse("WordNet has synonyms of English only", *files, "--target-language", "de", "--wordnet", wordnet)
    (wordnet / "data.adj").unlink()
    refuse("NLTK cannot read this WordNet: No such file", *files, "--target-language", "en", "--wordnet", wordnet)


def test_the_example_of_nltk_with_the_real_wordnet(write):
    """0.6944 stands in NLTK's documentation, for words between spaces."""
    found = run(write, [GUIDE], "--target-language", "en", "--wordnet", real_wordnet())
    assert found["score"] == pytest.approx(0.6944, abs=5e-5)


def test_synonyms_of_the_real_wordnet_count_as_nltk_counts_them(write, tmp_path, monkeypatch):
    """NLTK's own reader, of the same files with the one that Debian's package leaves out, beside ours."""
    import nltk.data
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    folder = shutil.copytree(real_wordnet(), tmp_path / "complete")
    (folder / "lexnames").write_text(LEXNAMES)
    monkeypatch.setattr(nltk.data, "path", [*nltk.data.path, str(folder)])
    # Other versions of WordNet would be downloaded.
    monkeypatch.setattr(WordNetCorpusReader, "map_wn", lambda self, version="wordnet": None)
    reader = WordNetCorpusReader(str(folder), omw_reader=False)
    assert reader.synset("dog.n.01").lexname() == "noun.animal"
    expected = of_nltk(ENGLISH, "en", stemmer=PorterStemmer(), wordnet=reader)
    found = scores(run(write, ENGLISH, "--target-language", "en", "--wordnet", real_wordnet()))
    assert found == pytest.approx(expected)
    assert found[2] > scores(run(write, ENGLISH, "--target-language", "en"))[2]  # car and automobile


def test_nltk_is_loaded_only_to_measure():
    """It takes a second, which every command and every page would wait for."""
    code = "import django, sys; django.setup(); import evaluation.measures.registry; assert 'nltk' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)

"""Splits by unseen expressions."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from expressions.checks.cupt import check_cupt
from expressions.formats.cupt import read_cupt
from expressions.identification.training import TrainingText
from expressions.splits.unseen import list_types, split_by_unseen
from tests.expressions.sentences import make_sentences, read_text, write_cupt_file, write_sentence
from tests.shared_data import shared

# Forty expressions of their own, and twenty times one of three.
CORPUS = write_cupt_file(
    *(write_sentence(f"they do{n} it", "* 1:VID 1") for n in range(40)),
    *(write_sentence(f"we give{n % 3} up now", "* 1:VPC.full 1 *") for n in range(20)),
    *(write_sentence(f"nothing {n}", "* *") for n in range(40)),
)


def split(path, tmp_path, **options) -> dict:
    out = StringIO()
    call_command("split-cupt", str(path), out=str(tmp_path / "out"), stdout=out, **options)
    return json.loads(out.getvalue())


def test_a_missing_lemma_is_the_form_and_not_mwe_is_no_expression() -> None:
    (sentence,) = make_sentences(("give it up now", "1:VID * 1 2:NotMWE", "give it _ now"))
    assert list_types(sentence) == [("give", "up")]


def test_the_wanted_number_is_unseen_and_the_seed_decides() -> None:
    types = [list_types(sentence) for sentence in read_text(CORPUS)]
    found = split_by_unseen(types, unseen_test=8, unseen_dev=4, seed=3)
    assert (found.unseen_test.unseen, found.unseen_dev.unseen) == (8, 4)
    assert sorted((*found.train, *found.dev, *found.test)) == list(range(100))
    assert split_by_unseen(types, unseen_test=8, unseen_dev=4, seed=3) == found
    assert split_by_unseen(types, unseen_test=8, unseen_dev=4, seed=4) != found


def test_every_sentence_comes_out_as_it_went_in_once(tmp_path) -> None:
    path = tmp_path / "corpus.cupt"
    path.write_text(CORPUS, encoding="utf-8")
    result = split(path, tmp_path, unseen_test=8, unseen_dev=4, seed=1)
    texts = {part: (tmp_path / "out" / f"{part}.cupt").read_text() for part in ("train", "dev", "test", "test.blind")}
    blocks = [block for part in ("train", "dev", "test") for block in texts[part].partition("\n")[2].split("\n\n")]
    assert sorted(filter(None, blocks)) == sorted(filter(None, CORPUS.partition("\n")[2].split("\n\n")))
    assert result["test"]["sentences"] == texts["test.blind"].count("\n\n")
    assert ":V" not in texts["test.blind"] and texts["test.blind"].count("\t_\n") == result["test"]["words"]
    assert sum(result[part]["expressions"] for part in ("train", "dev", "test")) == 60


def test_a_real_corpus_has_about_as_many_unseen_as_asked_for(tmp_path) -> None:
    """By the rule of measure expressions the parts have the same number, where no lemma is missing."""
    result = split(shared("data/expressions/parseme-1.1-en/test.cupt"), tmp_path, unseen_test=100, unseen_dev=40)
    assert abs(result["test"]["unseen"] - 100) <= 3
    assert abs(result["dev"]["unseen"] - 40) <= 6
    parts = {}
    for part in ("train", "test"):
        lines = (tmp_path / "out" / f"{part}.cupt").read_text(encoding="utf-8").split("\n")
        parts[part] = list(read_cupt(lines, part))
    training = TrainingText.of(parts["train"], "train")
    seen = [training.properties["seen"](each, one) for each in parts["test"] for one in each.expressions]
    assert seen.count("unseen") == result["test"]["unseen"]
    assert result["test"]["expressions"] == len(seen)


def test_parts_are_as_valid_as_the_corpus(tmp_path) -> None:
    path = tmp_path / "corpus.cupt"
    path.write_text(CORPUS, encoding="utf-8")
    split(path, tmp_path, unseen_test=8, unseen_dev=4)
    for part in ("train", "dev", "test"):
        lines = (tmp_path / "out" / f"{part}.cupt").read_text().split("\n")[:-1]
        assert not list(check_cupt(lines, 1, frozenset()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            write_cupt_file(write_sentence("a b", "1:VID 1")),
            "1 different expressions; 12 cannot be unseen. Ask",
        ),
        (write_cupt_file(write_sentence("a b", "_ _")), "line 2: There is no annotation at this word"),
        (write_cupt_file(), "The file has no sentences"),
    ],
)
def test_a_corpus_that_cannot_be_split_says_why(tmp_path, text: str, message: str) -> None:
    path = tmp_path / "corpus.cupt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=message) as refused:
        split(path, tmp_path, unseen_test=8, unseen_dev=4)
    assert refused.value.returncode == 2
    assert not (tmp_path / "out").exists()

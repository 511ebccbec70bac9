"""Scores of marked expressions, with values of PARSEME's evaluate.py."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from expressions.identification.scores import Counts, Evaluation, count_matched_words
from expressions.identification.training import TrainingText
from tests.expressions.sentences import make_sentences, write_cupt_file, write_sentence
from tests.shared_data import shared

WORDS = "he gave it up at once"


def measure(*arguments, **options) -> tuple[dict, str]:
    out, told = StringIO(), StringIO()
    call_command("measure", "expressions", *map(str, arguments), stdout=out, stderr=told, **options)
    return json.loads(out.getvalue()), told.getvalue()


def find_row(result: dict, by: str, value: str) -> dict:
    return next(row for row in result["rows"] if (row["by"], row["value"]) == (by, value))


def write(tmp_path, name: str, *rows) -> str:
    (tmp_path / name).write_text(write_cupt_file(*(write_sentence(*row) for row in rows)), encoding="utf-8")
    return str(tmp_path / name)


def test_whole_expressions_and_their_words_are_counted() -> None:
    gold = make_sentences((WORDS, "* 1:VPC.full * 1 2:AdvID 2"))
    system = make_sentences((WORDS, "* 1:VID 1 1 2:VID 2"))
    found = Evaluation.of(zip(gold, system, strict=True))
    assert found.total.expressions == Counts(1, 2, 2)
    assert found.total.words == Counts(4, 4, 5)
    assert (found.total.words.precision.value, found.total.words.recall.value) == (0.8, 1)
    parts = {(name, value): score.expressions for name, value, score in found.list_parts()}
    assert parts["category", "AdvID"] == Counts(0, 1, 0)
    assert parts["continuity", "continuous"] == Counts(1, 1, 2)
    assert parts["continuity", "discontinuous"] == Counts(0, 1, 0)


def test_expressions_of_the_same_words_count_once_and_not_mwe_is_none() -> None:
    gold = make_sentences((WORDS, "* 1:VID;2:IRV * 1;2 3:NotMWE 3"))
    found = Evaluation.of([(gold[0], gold[0])])
    assert found.total.expressions == Counts(1, 1, 1)
    assert Evaluation.of([(gold[0], gold[0])], keeps_not_mwe=True).total.expressions == Counts(2, 2, 2)


def test_words_are_matched_so_that_most_are_shared() -> None:
    """The largest overlap first (0–1–2 with 1–2–3) would leave one word for the other pair, together 2."""
    assert count_matched_words([(0, 1, 2), (3, 4)], [(1, 2, 3), (0, 1)]) == 3
    assert count_matched_words([(0, 1)], []) == 0


def test_a_figure_without_denominator_has_a_reason(tmp_path) -> None:
    gold = write(tmp_path, "gold.cupt", (WORDS, "* 1:VPC.full * 1 * *"))
    system = write(tmp_path, "system.cupt", (WORDS, "* * * * * *"))
    result, _ = measure(gold, system)
    assert (result["mwe"]["precision"], result["mwe"]["recall"], result["mwe"]["f"]) == (None, 0, 0)
    assert result["reasons"]["mwe precision"] == "Nothing is predicted."


def test_seen_expressions_have_the_lemmas_of_one_in_training_in_any_order() -> None:
    train = TrainingText.of(make_sentences(("gave it up", "1:VID * 1", "give it up"), ("kick off", "2:VID 2")), "train")
    rows = [
        ("gave it up", "1:VID * 1", "give it up"),
        ("up he gave", "1:VID * 1", "up he give"),
        ("gave it in", "1:VID * 1", "give it in"),
        ("kick off", "1:VID 1", "_ off"),
    ]
    sentences = make_sentences(*rows)
    found = Evaluation.of(zip(sentences, sentences, strict=True), training=train)
    parts = {value: score.expressions.gold for name, value, score in found.list_parts() if name[0] in "si"}
    assert parts == {"seen": 2, "unseen": 2, "identical": 1, "variant": 1}


def test_the_silence_pair_scores_as_its_official_log_says() -> None:
    folder = shared("data/expressions/mwe-coref-silence")
    result, told = measure(folder / "gold.cupt", folder / "sys.cupt")
    assert told == ""
    assert [result["mwe"][name] for name in ("correct", "predicted", "gold")] == [150, 181, 259]
    assert [result["token"][name] for name in ("correct", "predicted", "gold")] == [382, 437, 644]
    expected = {
        ("category", "LVC.full"): (0.4773, 0.4859), ("category", "VID"): (0.7451, 0.7590),
        ("category", "IRV"): (0.6667, 0.6593), ("continuity", "continuous"): (0.7946, None),
        ("continuity", "discontinuous"): (0.4476, None), ("tokens", "multi"): (0.6834, None),
    }  # fmt: skip
    for (by, value), (mwe, token) in expected.items():
        row = find_row(result, by, value)
        assert row["mwe"]["f"] == pytest.approx(mwe, abs=5e-5)
        assert token is None or row["token"]["f"] == pytest.approx(token, abs=5e-5)


def test_two_readings_in_folia_score_without_not_mwe() -> None:
    folder = shared("data/expressions/parseme-utilities-test")
    result, _ = measure(folder / "pt.folia.xml", folder / "pt2.folia.xml", bootstrap=200, seed=1)
    assert (result["mwe"]["correct"], result["mwe"]["gold"], result["mwe"]["predicted"]) == (36, 39, 39)
    assert result["mwe"]["f"] == pytest.approx(0.9231, abs=5e-5)
    assert (result["token"]["correct"], result["token"]["gold"], result["token"]["predicted"]) == (84, 87, 88)
    assert result["token"]["f"] == pytest.approx(0.96)
    low, high = result["interval"]["mwe"]["f"]
    assert 0.8 < low < result["mwe"]["f"] < high <= 1
    assert "bs:200|seed:1" in result["signature"]


def test_the_english_corpus_has_the_published_counts() -> None:
    folder = shared("data/expressions/parseme-1.1-en")
    result, told = measure(folder / "test.cupt", folder / "test.cupt", train=str(folder / "train.cupt"))
    counts = {row["value"]: row["mwe"]["gold"] for row in result["rows"]}
    assert told == ""
    assert (result["sentences"], result["words"], result["mwe"]["gold"]) == (3965, 70998, 501)
    assert counts == {
        "IAV": 44, "LVC.cause": 36, "LVC.full": 166, "MVC": 4, "VID": 79, "VPC.full": 146, "VPC.semi": 26,
        "continuous": 295, "discontinuous": 206, "single": 3, "multi": 498, "seen": 143, "unseen": 358,
        "identical": 67, "variant": 76,
    }  # fmt: skip


ANNOTATED = (WORDS, "* 1:VPC.full * 1 * *")


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ((ANNOTATED,), "ends after 1 sentences; .*gold.cupt goes on in line 9"),
        ((ANNOTATED, (WORDS, "_ _ _ _ _ _")), "system.cupt, line 9: This word has “_”: nobody annotated its sentence"),
        (((WORDS, "_ _ _ _ _ _"), ANNOTATED), "system.cupt, line 2: There is no annotation in this file"),
        (
            (("a b", "* *"), ("c d", "* *")),
            "line 2: 2 of 2 sentences, .* 1, have other words than .*gold.cupt",
        ),
        (((WORDS, "* VID * 1 * *"), ANNOTATED), "line 3: “VID” of the word “gave” is no code such as 1:VID or 1"),
    ],
)
def test_input_that_is_misread_gives_a_sentence_and_no_number(tmp_path, system, message: str) -> None:
    gold = write(tmp_path, "gold.cupt", ANNOTATED, ANNOTATED)
    with pytest.raises(CommandError, match=message) as failed:
        measure(gold, write(tmp_path, "system.cupt", *system))
    assert failed.value.returncode == 2


def test_few_other_words_and_codes_on_ranges_are_noted(tmp_path) -> None:
    gold = write(tmp_path, "gold.cupt", ANNOTATED, ANNOTATED, ANNOTATED)
    system = tmp_path / "system.cupt"
    ranged = write_sentence(*ANNOTATED).replace("5\tat", "5-6\tatonce\t_\t_\t_\t_\t_\t_\t_\t_\t2:VID\n5\tat")
    rows = [write_sentence(*ANNOTATED), write_sentence("he gave them up at once", ANNOTATED[1]), ranged]
    system.write_text(write_cupt_file(*rows), encoding="utf-8")
    result, told = measure(gold, system)
    assert (result["mwe"]["correct"], result["mwe"]["predicted"]) == (3, 4)
    assert "sentence 2: Sentences whose words differ from those of" in told
    assert "line 20: Ranges with codes, which count for their words: 1." in told

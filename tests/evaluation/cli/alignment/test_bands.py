"""`measure word-alignment --bands`: cells against brute force, target words, two systems."""

import json
import random
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.shared_data import shared

FREQUENCIES = {"zero": 0, "one": 1, "few": 15, "more": 16, "many": 900}
BANDS = {"0": ("zero",), "1-15": ("one", "few"), "16-": ("more", "many")}
PAIRS = 60


class Corpus:
    """Random sentences, gold and two systems; everything as sets, for sums by hand."""

    def __init__(self, folder: Path) -> None:
        draw = random.Random(3)
        self.folder = folder
        self.texts = [[draw.choices(list(FREQUENCIES), k=draw.randint(1, 9)) for _ in "st"] for _ in range(PAIRS)]
        cells = [[(i, j) for i in range(len(s)) for j in range(len(t))] for s, t in self.texts]
        self.gold = [{cell: draw.choice("SP") for cell in all_ if draw.random() < 0.3} for all_ in cells]
        # The first system knows more of the gold standard than the second.
        self.systems = [
            [{cell for cell in all_ if draw.random() < (share if cell in gold else 0.1)} for all_, gold in
             zip(cells, self.gold, strict=True)]
            for share in (0.9, 0.3)
        ]  # fmt: skip
        self._write(
            "gold", (" ".join(f"{i}{'-' if n == 'S' else 'p'}{j}" for (i, j), n in g.items()) for g in self.gold)
        )
        for name, system in zip("ab", self.systems, strict=True):
            self._write(name, (" ".join(f"{i}-{j}" for i, j in cells) for cells in system))
        self._write("s", (" ".join(source) for source, _ in self.texts))
        self._write("t", (" ".join(target) for _, target in self.texts))
        self._write("list", (f"{word}\t{count}" for word, count in FREQUENCIES.items() if count))

    def _write(self, name, lines) -> None:
        (self.folder / name).write_text("".join(f"{line}\n" for line in lines))

    def measure(self, *more: str) -> dict:
        path = {name: str(self.folder / name) for name in ("gold", "a", "b", "s", "t", "list")}
        out = StringIO()
        call_command(
            "measure", "word-alignment", path["gold"], path["a"], "--gold-format", "talp", "--gold-base", "0",
            "--system-format", "pharaoh", "--texts", path["s"], path["t"], "--source-frequencies", path["list"],
            "--target-frequencies", path["list"], *(path.get(each, each) for each in more), stdout=out,
        )  # fmt: skip
        return json.loads(out.getvalue())

    def sets(self, keep) -> tuple[set, set, set]:
        """Return A, S and P of all pairs, of the links that `keep` keeps, each named by pair and cell."""
        answers, sure, possible = set(), set(), set()
        for number, ((source, target), gold, system) in enumerate(
            zip(self.texts, self.gold, self.systems[0], strict=True)
        ):
            answers |= {(number, i, j) for i, j in system if keep(source[i], target[j])}
            possible |= {(number, i, j) for i, j in gold if keep(source[i], target[j])}
            sure |= {(number, i, j) for (i, j), label in gold.items() if label == "S" and keep(source[i], target[j])}
        return answers, sure, possible


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus(tmp_path)


def error_rate(answers: set, sure: set, possible: set) -> float:
    return 1 - (len(answers & sure) + len(answers & possible)) / (len(answers) + len(sure))


def test_each_cell_is_that_of_brute_force(corpus: Corpus) -> None:
    result = corpus.measure("--bands", "0,1-15,16-")
    assert [(row["source"], row["target"]) for row in result["rows"]] == [(s, t) for s in BANDS for t in BANDS]
    for row in result["rows"]:
        sets = corpus.sets(lambda s, t, row=row: s in BANDS[row["source"]] and t in BANDS[row["target"]])
        answers, sure, possible = sets
        assert row["aer"] == pytest.approx(error_rate(*sets))
        assert row["precision"] == pytest.approx(len(answers & possible) / len(answers))
        assert row["recall"] == pytest.approx(len(answers & sure) / len(sure))
        assert (row["links"], row["sure"], row["hits"]) == (len(answers), len(sure), len(answers & possible))
    assert result["aer"] == pytest.approx(error_rate(*corpus.sets(lambda s, t: True)))


def test_margins_take_every_word_of_the_other_side(corpus: Corpus) -> None:
    margins = corpus.measure("--bands", "0,1-15")["margins"]
    assert [(row["source"], row["target"]) for row in margins] == [
        ("0", None),
        ("1-15", None),
        (None, "0"),
        (None, "1-15"),
    ]
    seen = (*BANDS["0"], *BANDS["1-15"])
    assert margins[0]["aer"] == pytest.approx(error_rate(*corpus.sets(lambda s, t: s == "zero" and t in seen)))


def test_target_words_keep_the_links_that_touch_one(corpus: Corpus) -> None:
    result = corpus.measure("--target-words", "0")
    answers, sure, possible = corpus.sets(lambda s, t: "zero" in (s, t))
    assert result["aer"] == pytest.approx(error_rate(answers, sure, possible))
    assert (result["links"], result["sure"], result["possible"]) == (len(answers), len(sure), len(possible - sure))
    assert "target-words:0" in result["signature"]


def test_only_sure_takes_possible_links_for_wrong(corpus: Corpus) -> None:
    result = corpus.measure("--only-sure")
    answers, sure, _ = corpus.sets(lambda s, t: True)
    assert result["aer"] == pytest.approx(error_rate(answers, sure, sure))
    assert (result["possible"], result["precision"]) == (0, pytest.approx(len(answers & sure) / len(answers)))


def test_fertility_counts_sure_links_of_words_that_have_one(corpus: Corpus) -> None:
    fertility = corpus.measure("--bands", "0,16-")["fertility"]
    linked = Counter(
        (number, i)
        for number, (gold, (source, _)) in enumerate(zip(corpus.gold, corpus.texts, strict=True))
        for (i, _), label in gold.items()
        if label == "S" and source[i] == "zero"
    )
    row = fertility["source"][0]
    assert (row["band"], row["words_with_sure"]) == ("0", len(linked))
    assert row["gold"] == pytest.approx(linked.total() / len(linked))
    assert row["words"] == sum(source.count("zero") for source, _ in corpus.texts)


def test_two_systems_are_compared_on_the_same_draws(corpus: Corpus) -> None:
    arguments = ("--second-system", "b", "--bands", "0,1-15,16-", "--bootstrap", "200", "--seed", "1")
    result = corpus.measure(*arguments)
    assert result == corpus.measure(*arguments)
    difference = result["second"]["aer"] - result["aer"]
    assert result["comparison"]["difference"] == pytest.approx(difference)
    low, high = result["comparison"]["interval"]
    assert 0 < low < difference < high
    assert result["comparison"]["p"] < 0.01
    row = result["rows"][4]
    assert row["comparison"]["difference"] == pytest.approx(row["second"]["aer"] - row["aer"])
    assert row["interval"]["aer"][0] <= row["aer"] <= row["interval"]["aer"][1]


def test_a_system_beside_itself_does_not_differ(corpus: Corpus) -> None:
    comparison = corpus.measure("--second-system", "a", "--bootstrap", "50")["comparison"]
    assert (comparison["difference"], comparison["p"]) == (0, 1)


def test_a_cell_without_links_says_so(corpus: Corpus) -> None:
    row = corpus.measure("--bands", "2-3")["rows"][0]
    assert (row["aer"], row["links"], row["sure"]) == (None, 0, 0)
    assert row["reasons"] == {"precision": "The system output has no links."}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bands", "0", "--texts", "list", "list"], "words, so there is no link|Sentence [0-9]+ of .* is missing"),
        (["--bands", "0", "--source-frequencies", "s"], "The line must have a word and its count|s, line"),
        (["--second-system", "nowhere"], "cannot be read"),
    ],
)
def test_wrong_input_is_one_sentence(corpus: Corpus, arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as caught:
        corpus.measure(*arguments)
    assert caught.value.returncode == 2


def test_hansards_cells_add_up_to_the_whole(tmp_path: Path) -> None:
    folder = shared("data/alignment/hansards-enfr")
    rows = [line.split(" ||| ") for line in (folder / "enfr.src-tgt").read_text().splitlines()]
    arguments: list[str] = []
    for place, side in enumerate(("source", "target")):
        (tmp_path / side).write_text("".join(f"{row[place].strip()}\n" for row in rows))
        counts = Counter(word for row in rows for word in row[place].split())
        (tmp_path / f"{side}.list").write_text("".join(f"{word}\t{count}\n" for word, count in counts.items()))
        arguments += [f"--{side}-frequencies", str(tmp_path / f"{side}.list")]
    out = StringIO()
    call_command(
        "measure", "word-alignment", str(folder / "enfr.gold"), str(folder / "enfr.awesome-align.out"),
        "--gold-format", "talp", "--system-format", "pharaoh", "--bands", "0-1,2-15,16-",
        "--texts", str(tmp_path / "source"), str(tmp_path / "target"), *arguments, stdout=out,
    )  # fmt: skip
    result = json.loads(out.getvalue())
    assert round(result["aer"], 3) == 0.041
    for name in ("links", "sure"):
        assert sum(row[name] for row in result["rows"]) == result[name]

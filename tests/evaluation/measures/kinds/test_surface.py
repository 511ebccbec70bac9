"""BLEU, chrF, chrF++ and TER with every option, in languages with and without spaces: sacrebleu's own scores."""

from itertools import product
from typing import Any

import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

from evaluation.measures.kinds import surface
from evaluation.measures.options import Choice, Flag
from evaluation.measures.registry import complete_options
from evaluation.measures.segments import Given, Measured
from tests.evaluation.measure_command import measure, refuse

# Translations with their references, made for these tests.
TEXTS = {
    "de": [
        ("Er warf die Flinte ins Korn, sagt man.", "Er hat die Flinte ins Korn geworfen, sagt man."),
        ("„Das ist nicht mein Bier“, rief sie.", "„Das ist nicht mein Bier!“, rief sie um 8:30 Uhr."),
        ("", "Die Katze im Sack kauft niemand."),
        ("Morgenstund hat Gold im Mund", "Morgenstund hat Gold im Mund"),
    ],
    "zh": [
        ("他昨天吃了闭门羹，真倒霉。", "他昨天吃了闭门羹，真是倒霉！"),
        ("这件事是小菜一碟。", "这件事对她来说只是小菜一碟。"),
        ("我用iPhone 手机打3次电话", "我用iPhone手机打了三次电话。"),
        ("", "画蛇添足没有用。"),
    ],
    "ja": [
        ("彼は昨日、道草を食った。", "彼は昨日も道草を食っていました。"),
        ("猫の手も借りたいです", "猫の手も借りたいほど忙しいです。"),
        ("それは朝飯前だ。", "それは朝飯前だ。"),
    ],
    "ko": [
        ("그는 어제 바가지를 썼다.", "그는 어제 시장에서 바가지를 썼습니다."),
        ("그것은 누워서 떡 먹기다", "그것은 누워서 떡 먹기입니다."),
    ],
    "th": [("เขาปิดทองหลังพระเสมอ", "เขาชอบปิดทองหลังพระเสมอ")],
}
TOKENISERS = {"de": "13a", "zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab", "th": "char"}


def score(found: surface.Surface, language: str, **options: Any) -> tuple[float, str]:
    """Return the score of all texts of the language and the signature, as site and command compute them."""
    bound = found.with_options(complete_options(options), language)
    values = bound.count([Measured("", (right,), (), text) for text, right in TEXTS[language]], None)
    sums = bound.start()
    sums.add([[]] * len(values), values)
    value = sums.value("score")
    assert value is not None
    return value, bound.write_signature({}, name=bound.name, version="", reference_counts={1})


def score_by_sacrebleu(metric: Any, language: str) -> tuple[float, str]:
    texts, references = zip(*TEXTS[language], strict=True)
    return metric.corpus_score(texts, [references]).score, str(metric.get_signature())


def spell_out(**choices: list[Any]) -> list[dict[str, Any]]:
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


@pytest.mark.parametrize("language", TEXTS)
def test_words_follow_the_target_language(language):
    bleu, signature = score(surface.BLEU, language)
    assert (bleu, signature.removeprefix("bleu|")) == score_by_sacrebleu(BLEU(tokenize=TOKENISERS[language]), language)
    assert bleu > 20


@pytest.mark.parametrize("language", ["de", "zh", "ja"])
@pytest.mark.parametrize(
    "options",
    [
        *spell_out(tokenize=["13a", "intl", "zh", "ja-mecab", "ko-mecab", "char", "none"], lowercase=[True, False]),
        *spell_out(smooth_method=["exp", "floor", "add-k", "none"], smooth_value=[0, 0.5], max_ngram_order=[2, 6]),
    ],
    ids=str,
)
def test_bleu_has_every_option_of_sacrebleu(language, options):
    theirs = {"tokenize": TOKENISERS[language], **options, "smooth_value": options.get("smooth_value") or None}
    ours, signature = score(surface.BLEU, language, **options)
    assert (ours, signature.removeprefix("bleu|")) == score_by_sacrebleu(BLEU(**theirs), language)


@pytest.mark.parametrize("language", ["de", "zh", "ja"])
@pytest.mark.parametrize(
    "options",
    spell_out(char_order=[1, 6], word_order=[0, 2, 3], beta=[1, 3], lowercase=[False, True], whitespace=[False, True]),
    ids=str,
)
def test_chrf_has_every_option_of_sacrebleu(language, options):
    ours, signature = score(surface.CHRF, language, **options)
    assert (ours, signature.removeprefix("chrf|")) == score_by_sacrebleu(CHRF(**options), language)


@pytest.mark.parametrize("language", ["de", "zh", "ja"])
@pytest.mark.parametrize(
    "options", spell_out(char_order=[1, 6], beta=[1, 3], lowercase=[False, True], whitespace=[False, True]), ids=str
)
def test_chrf_plus_plus_counts_words_too(language, options):
    ours, signature = score(surface.CHRF_PLUS, language, **options)
    theirs = score_by_sacrebleu(CHRF(word_order=2, **options), language)
    assert (ours, signature.removeprefix("chrf|")) == theirs
    assert "word_order" not in {option.name for option in surface.CHRF_PLUS.options}


@pytest.mark.parametrize("language", ["de", "zh", "ja"])
@pytest.mark.parametrize(
    "options",
    spell_out(
        ter_words=["spaces", "normalized", "asian"], ter_no_punct=[False, True], ter_case_sensitive=[False, True]
    ),
    ids=str,
)
def test_ter_has_every_option_of_sacrebleu(language, options):
    theirs = TER(
        normalized=options["ter_words"] != "spaces",
        asian_support=options["ter_words"] == "asian",
        no_punct=options["ter_no_punct"],
        case_sensitive=options["ter_case_sensitive"],
    )
    ours, signature = score(surface.TER, language, **options)
    assert (ours, signature.removeprefix("ter|")) == score_by_sacrebleu(theirs, language)


# Texts and scores typed from sacrebleu's own tests (github.com/mjpost/sacrebleu, Apache-2.0): test_bleu.py, test_ter.py
# and test_chrf.py (without ε-smoothing).
DOG = [
    ("The dog bit the man.", "The dog bit the man.", "The dog had bit the man."),
    ("It wasn't surprising.", "It was not unexpected.", "No one was surprised."),
    ("The man had just bitten him.", "The man bit him first.", "The man had bitten the dog."),
]
OBAMA = (
    "Die Beziehung zwischen Obama und Netanjahu ist nicht gerade freundlich.",
    "Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.",
)
RISK = (
    "risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .",
    "risk assessment has to be undertaken by those who are qualified and expert in that area - "
    "that is the scientists .",
)


@pytest.mark.parametrize(
    ("found", "options", "rows", "expected"),
    [
        (surface.BLEU, {}, DOG, 48.530827),
        (surface.BLEU, {"tokenize": "none"}, DOG, 49.1919566),
        (surface.BLEU, {"tokenize": "13a"}, DOG, 48.530827),
        (surface.BLEU, {"tokenize": "intl"}, DOG, 43.91623493),
        (surface.BLEU, {"smooth_method": "none"}, DOG, 48.530827),
        (surface.BLEU, {}, [("", *references) for _, *references in DOG], 0.0),
        (surface.CHRF, {"beta": 3}, [("a b c", "abc")], 100.0),
        (surface.CHRF, {"beta": 3}, [("a", "a"), ("b", "c")], 50.0),
        (surface.CHRF, {"beta": 3}, [("aa", "ab")], 25.0),
        (surface.CHRF, {"beta": 3, "whitespace": True}, [OBAMA], 67.3481606),
        (surface.CHRF, {"beta": 3, "whitespace": True}, [RISK], 65.2414427),
        (surface.TER, {}, [("dddd eeee ffff", "aaaa bbbb cccc")], 100.0),
        (surface.TER, {}, [("", "a")], 100.0),
        (surface.TER, {}, [("d e f g h a b c", "a b c d e f g h")], 100 / 8),
    ],
)
def test_scores_are_those_that_sacrebleu_expects_in_its_own_tests(found, options, rows, expected):
    bound = found.with_options(complete_options(options), "en")
    values = bound.count([Measured("", tuple(references), (), text) for text, *references in rows], None)
    sums = bound.start()
    sums.add([[]] * len(values), values)
    assert sums.value("score") == pytest.approx(expected, abs=1e-4)


def test_ter_counts_characters_in_chinese_and_dictionary_words_in_thai():
    assert score(surface.TER, "zh") == score(surface.TER, "zh", ter_words="asian")
    assert score(surface.TER, "zh")[0] < 60 < score(surface.TER, "zh", ter_words="spaces")[0]
    value, signature = score(surface.TER, "th")
    assert value == pytest.approx(100 / 7)  # one word of seven, ชอบ, is missing
    assert "words:icu-" in signature


def test_every_choice_of_the_form_can_be_measured_or_says_what_it_needs(monkeypatch, tmp_path):
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    for option in (each for found in (surface.BLEU, surface.TER) for each in found.options):
        if isinstance(option, Flag):
            assert score(surface.BLEU, "de", **{option.name: True})
        elif isinstance(option, Choice):
            for value in option.values:
                if value.startswith("flores"):
                    with pytest.raises(ValueError, match=f"The tokeniser {value} needs its model"):
                        surface.BLEU.prepare(Given("en", "de", {option.name: value}))
                else:
                    assert score(surface.BLEU, "de", **{option.name: value})


def test_pieces_of_spbleu_come_from_a_supplied_model(monkeypatch, tmp_path):
    import sentencepiece
    from sacrebleu.tokenizers import tokenizer_spm

    (tmp_path / "models").mkdir()
    lines = [text for pairs in TEXTS.values() for pair in pairs for text in pair if text] * 20
    (tmp_path / "text").write_text("\n".join(lines))
    sentencepiece.SentencePieceTrainer.train(
        input=str(tmp_path / "text"),
        model_prefix=str(tmp_path / "pieces"),
        vocab_size=1000,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    (tmp_path / "pieces.model").rename(tmp_path / "models" / "flores200sacrebleuspm")
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    surface.BLEU.prepare(Given("en", "zh", {"tokenize": "flores200"}))
    ours, signature = score(surface.BLEU, "zh", tokenize="flores200")
    assert (ours, signature.removeprefix("bleu|")) == score_by_sacrebleu(BLEU(tokenize="flores200"), "zh")


@pytest.fixture
def chinese(tmp_path):
    for name, column in (("hypothesis", 0), ("reference", 1)):
        (tmp_path / name).write_text("".join(f"{pair[column]}\n" for pair in TEXTS["zh"]))
    return "--hypothesis", tmp_path / "hypothesis", "--reference", tmp_path / "reference"


def test_the_command_takes_language_and_options(chinese):
    assert measure("bleu", *chinese, "--target-language", "zh")["score"] == score(surface.BLEU, "zh")[0]
    spaces = measure("ter", *chinese, "--ter-words", "spaces", "--ter-no-punct")
    assert spaces["score"] == score(surface.TER, "zh", ter_words="spaces", ter_no_punct=True)[0]
    words = measure("chrf", *chinese, "--word-order", "2")
    assert words["score"] == measure("chrfpp", *chinese)["score"]


def test_the_command_refuses_an_option_out_of_bounds(chinese):
    refuse("BLEU’s longest n-gram has 1 to 10 words.", "bleu", *chinese, "--max-ngram-order", "11")


def test_the_command_says_where_a_model_is_missing(chinese, monkeypatch, tmp_path):
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path / "none"))
    refuse(f"{tmp_path}/none/models/flores200sacrebleuspm", "bleu", *chinese, "--tokenize", "flores200")


def test_a_measure_derived_from_bleu_stays_itself_with_options():
    class Halved(surface.Surface):
        def count(self, segments, prepared):
            return [[number / 2 for number in value] for value in super().count(segments, prepared)]

    halved = Halved("halved", "Half of BLEU", "bleu")
    rows = [Measured("", ("a b",), (), "a b")]
    assert halved.surface is halved.surface
    bound = halved.with_options(complete_options({"lowercase": True}), "en")
    assert type(bound) is Halved and bound.name == "halved" and bound.surface is not halved.surface
    plain = surface.BLEU.with_options(complete_options({}), "en")
    assert bound.count(rows, None) == [[number / 2 for number in plain.count(rows, None)[0]]]

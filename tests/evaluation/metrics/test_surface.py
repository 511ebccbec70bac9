"""BLEU, chrF and TER in chunks: sacrebleu's own scores."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure
from tests.shared_data import shared

WORDS = "il la un gatto cane nero bianco corre dorme sempre. mai, perché è qui".split()  # noqa: SIM905
SACREBLEU = {"bleu": BLEU, "chrf": CHRF, "ter": TER}


@pytest.fixture(scope="module")
def segments():
    chance = random.Random(11)
    rows = []
    for _ in range(230):
        reference = chance.choices(WORDS, k=chance.randint(1, 14))
        hypothesis = [chance.choice(WORDS) if chance.random() < 0.3 else word for word in reference]
        rows.append((" ".join(hypothesis), (" ".join(reference), " ".join(chance.choices(WORDS, k=6)))))
    rows[7] = ("", rows[7][1])
    return rows


@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize("name", SURFACE_NAMES)
def test_chunks_give_the_score_of_sacrebleu(segments, name, references):
    rows = [(hypothesis, texts[:references]) for hypothesis, texts in segments]
    measure, whole = SurfaceMeasure(name), SACREBLEU[name]()
    chunks = [rows[start : start + 50] for start in range(0, len(rows), 50)]
    tables = [measure.count(*zip(*chunk, strict=True)) for chunk in chunks]
    assert [len(table) for table in tables] == [50, 50, 50, 50, 30]
    streams = [[texts[place] for _, texts in rows] for place in range(references)]
    expected = whole.corpus_score([hypothesis for hypothesis, _ in rows], streams)
    assert measure.score(sum(table.sum(axis=0) for table in tables)) == expected.score
    assert measure.signature == f"{name}|{whole.get_signature()}"


def test_any_subset_is_a_sum(segments):
    measure = SurfaceMeasure("bleu")
    table = measure.count([hypothesis for hypothesis, _ in segments], [texts[:1] for _, texts in segments])
    subset = segments[20:60]
    expected = BLEU().corpus_score([row[0] for row in subset], [[row[1][0] for row in subset]])
    assert measure.score(table[20:60].sum(axis=0)) == expected.score
    assert measure.rate(np.stack([table[20:60].sum(axis=0)] * 2)).tolist() == [[expected.score]] * 2


@pytest.mark.parametrize("name", SURFACE_NAMES)
def test_segments_score_as_sentences(segments, name):
    measure = SurfaceMeasure(name)
    hypotheses, references = [row[0] for row in segments[:30]], [row[1][:1] for row in segments[:30]]
    whole = BLEU(effective_order=True) if name == "bleu" else SACREBLEU[name]()
    expected = [whole.sentence_score(hypotheses[place], references[place]).score for place in range(30)]
    assert measure.score_segments(measure.count(hypotheses, references)).tolist() == pytest.approx(expected)


def test_options_are_those_of_sacrebleu(segments):
    measure = SurfaceMeasure("chrf", word_order=2)
    table = measure.count([row[0] for row in segments], [row[1][:1] for row in segments])
    expected = CHRF(word_order=2).corpus_score([row[0] for row in segments], [[row[1][0] for row in segments]])
    assert measure.score(table.sum(axis=0)) == expected.score
    assert "nw:2" in measure.signature


HOSTILE = [
    "",
    " ",
    "a",
    "aa aa aa",
    "(hi)",
    "e\u0301 é",
    "猫が好き。",
    "\U0001f600\U0001f600 x",
    "\udc80 a",
    "A a",
    "abcdefg",
]


@given(
    st.lists(
        st.tuples(
            st.one_of(st.sampled_from(HOSTILE), st.text("ab .é猫", max_size=30), st.text(max_size=12)),
            st.lists(st.one_of(st.sampled_from(HOSTILE), st.text("ab .é猫", max_size=30)), min_size=1, max_size=3),
        ),
        max_size=6,
    ),
    st.sampled_from([{}, {"word_order": 2}, {"whitespace": True, "lowercase": True}, {"char_order": 3}]),
)
@settings(max_examples=150, deadline=None)
def test_chrf_counts_what_sacrebleu_counts(rows, options):
    metric = CHRF(**options)
    expected = [
        metric._compute_segment_statistics(
            metric._preprocess_segment(text),
            metric._extract_reference_info([metric._preprocess_segment(each) for each in texts]),
        )
        for text, texts in rows
    ]
    counted = SurfaceMeasure("chrf", **options).count([text for text, _ in rows], [texts for _, texts in rows])
    assert counted.tolist() == expected


def test_chrf_of_a_large_alphabet_is_counted_the_same():
    texts = ["".join(map(chr, random.Random(seed).choices(range(0x4E00, 0x9FFF), k=400))) for seed in range(300)]
    pairs = [
        (f"{text}{texts[place - 1][:50]}", (f"{text[:200]}{texts[place - 1]}",)) for place, text in enumerate(texts)
    ]
    table = SurfaceMeasure("chrf").count(*map(list, zip(*pairs, strict=True)))
    whole = CHRF()
    assert table.tolist() == [
        whole._compute_segment_statistics(text, whole._extract_reference_info(list(others))) for text, others in pairs
    ]


@pytest.mark.parametrize("path", ["data/evaluation/idioms-enfr/sents.fr", "data/evaluation/idioms-enfr/sents.en"])
def test_chrf_of_real_segments(path):
    lines = shared(path).read_text().splitlines()[:400]
    measure, whole = SurfaceMeasure("chrf"), CHRF()
    table = measure.count(lines[1:], [(line,) for line in lines[:-1]])
    expected = [whole.sentence_score(line, [other]).score for line, other in zip(lines[1:], lines, strict=False)]
    assert measure.score_segments(table).tolist() == expected
    assert measure.score(table.sum(axis=0)) == whole.corpus_score(lines[1:], [lines[:-1]]).score


def test_a_segment_without_reference_is_refused():
    with pytest.raises(ValueError, match=r"Every segment needs a reference\."):
        SurfaceMeasure("bleu").count(["a"], [[]])

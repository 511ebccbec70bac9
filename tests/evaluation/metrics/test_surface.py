"""BLEU, chrF and TER in chunks: sacrebleu's own scores."""

import random

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure

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
    tables = list(measure.count_in_chunks(iter(rows), size=50))
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


def test_a_segment_without_reference_is_refused():
    with pytest.raises(ValueError, match=r"Every segment needs a reference\."):
        SurfaceMeasure("bleu").count(["a"], [[]])

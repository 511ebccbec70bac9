"""MACE: the published example, the posterior by summing over everything, and raters whose competence is known."""

from itertools import product

import numpy as np
import pytest

from annotation_site.coefficients.mace import Answers, estimate_competence, find_posterior

# The example of the authors' program (github.com/dirkhovy/MACE, README): tokens × annotators, with its output.
TAGS = (
    ("NOUN", "", "", "NOUN", "PRON"),
    ("VERB", "VERB", "", "VERB", ""),
    ("ADJ", "", "ADJ", "", "ADV"),
    ("", "VERB", "", "VERB", "ADV"),
    ("NOUN", "", "", "NOUN", "PRON"),
)
COMPETENCE = (0.8820970950608722, 0.7904155783217401, 0.6598575839917008, 0.8822161621354134, 0.03114062354821738)
FIRST = {"NOUN": 0.9997443833265887, "PRON": 7.140381903855615e-5, "VERB": 6.140428479093134e-5}


def read_tags() -> list[tuple[int, int, str]]:
    return [(row, rater, tags[rater]) for rater in range(5) for row, tags in enumerate(TAGS) if tags[rater]]


def encode(rows: list[tuple[int, int, str]]) -> Answers:
    return Answers.from_long_form(*(list(column) for column in zip(*rows, strict=True)))


def test_the_published_example_comes_out_to_the_digit() -> None:
    rows = read_tags()
    found = estimate_competence(encode(rows))
    assert found.competence == pytest.approx(COMPETENCE, abs=1e-9)
    labels = list(dict.fromkeys(label for _, _, label in rows))
    posterior = dict(zip(labels, found.posterior[0], strict=True))
    assert {label: posterior[label] for label in FIRST} == pytest.approx(FIRST, rel=1e-6)


def test_the_posterior_is_that_of_the_sum_over_labels_and_spammers() -> None:
    """Σ over every true label and every choice of who spams: 3 labels × 2³ choices a unit."""
    generator = np.random.default_rng(7)
    answers = Answers.from_long_form([0, 0, 0, 1, 1], [0, 1, 2, 0, 1], [0, 1, 2, 1, 1])
    knows = generator.random(3)
    strategy = generator.dirichlet(np.ones(3), 3)
    posterior, spamming, evidence = find_posterior(answers, knows, 1 - knows, strategy)
    total = 0.0
    for unit in (0, 1):
        own = np.flatnonzero(answers.unit == unit)
        joint = np.zeros(3)
        spams = np.zeros(len(own))
        for truth, choice in product(range(3), product((0, 1), repeat=len(own))):
            p = 1 / 3
            for place, is_spam in zip(own, choice, strict=True):
                rater, label = answers.rater[place], answers.label[place]
                p *= (1 - knows[rater]) * strategy[rater, label] if is_spam else knows[rater] * (label == truth)
            joint[truth] += p
            spams += p * np.array(choice)
        assert posterior[unit] == pytest.approx(joint / joint.sum())
        assert spamming[own] == pytest.approx(spams / joint.sum())
        total += float(np.log(joint.sum()))
    assert evidence == pytest.approx(total)


def test_competence_is_found_where_it_is_known() -> None:
    generator = np.random.default_rng(1)
    truths, known = generator.integers(0, 6, 300), np.linspace(0.05, 0.95, 10)
    rows = [
        (unit, rater, truths[unit] if generator.random() < known[rater] else generator.integers(0, 6))
        for unit in range(300)
        for rater in range(10)
    ]
    found = estimate_competence(Answers.from_long_form(*map(np.array, zip(*rows, strict=True))))
    assert found.competence == pytest.approx(known, abs=0.08)
    assert (found.posterior.argmax(axis=1).size, found.posterior.sum(axis=1)) == (300, pytest.approx(np.ones(300)))


def test_without_answers_there_is_nothing_to_estimate() -> None:
    with pytest.raises(ValueError, match="no answers"):
        estimate_competence(Answers.from_long_form([], [], []))

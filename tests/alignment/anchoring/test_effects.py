"""Effects of suggestions on simulated campaigns whose effects are known."""

import random

import pytest

from alignment.anchoring.effects import CountedReading, measure_effects

# By chance of drawing a suggested link that is right or wrong, and seconds a word: with suggestions, and without.
SHOWN, CONTROLS = (0.95, 0.45, 1.5), (0.85, 0.10, 2.0)
RIGHT, WRONG = 9, 3


def simulate(
    pairs: int, chances: tuple[float, float, float], chance: random.Random, first: int
) -> list[CountedReading]:
    """Return two readings of every pair by annotators who draw each suggested link with its chance."""
    right, wrong, pace = chances
    readings = []
    for item in range(first, first + pairs):
        words = chance.randrange(10, 60)
        for _ in range(2):
            drawn_right = sum(chance.random() < right for _ in range(RIGHT))
            drawn_wrong = sum(chance.random() < wrong for _ in range(WRONG))
            readings.append(
                CountedReading(
                    item=item,
                    suggested=RIGHT + WRONG,
                    drawn=drawn_right + drawn_wrong,
                    right=RIGHT,
                    right_drawn=drawn_right,
                    wrong=WRONG,
                    wrong_drawn=drawn_wrong,
                    seconds=words * pace * chance.uniform(0.5, 1.5),
                    words=words,
                )
            )
    return readings


def test_known_effects_come_out_inside_their_intervals():
    """Of 95 % intervals over 40 campaigns, 33 or more hold the true effect but with a chance below 1 in 1,000."""
    known = {
        "drawn": (RIGHT * (0.95 - 0.85) + WRONG * (0.45 - 0.10)) / (RIGHT + WRONG),
        "right_drawn": 0.10,
        "wrong_drawn": 0.35,
        "seconds_per_word": 0.5,
    }
    held = dict.fromkeys(known, 0)
    for seed in range(40):
        chance = random.Random(seed)
        shown, controls = simulate(160, SHOWN, chance, 0), simulate(60, CONTROLS, chance, 1_000)
        for effect in measure_effects(shown, controls):
            low, high = effect.effect.interval
            held[effect.name] += low <= known[effect.name] <= high
            assert low <= effect.effect.value <= high
    assert all(count >= 33 for count in held.values()), held


def test_no_effect_is_not_found():
    chance = random.Random(1)
    for effect in measure_effects(simulate(200, SHOWN, chance, 0), simulate(200, SHOWN, chance, 1_000)):
        low, high = effect.effect.interval
        assert low < 0 < high, effect.name


def test_figures_by_hand():
    shown = [CountedReading(1, 4, 3, 2, 2, 2, 1, 30.0, 10), CountedReading(1, 4, 4, 2, 2, 2, 2, 10.0, 10)]
    controls = [CountedReading(2, 2, 1, seconds=30.0, words=10), CountedReading(3, 2, 1)]
    found = {effect.name: effect for effect in measure_effects(shown, controls)}
    assert (found["drawn"].shown.value, found["drawn"].controls.value) == (7 / 8, 2 / 4)
    assert found["drawn"].effect.value == pytest.approx(3 / 8)
    assert found["seconds_per_word"].effect.value == pytest.approx(1.0)
    # No control pair was adjudicated.
    assert found["wrong_drawn"].shown.value == 3 / 4
    assert found["wrong_drawn"].controls.value is None
    assert found["wrong_drawn"].effect.interval is None

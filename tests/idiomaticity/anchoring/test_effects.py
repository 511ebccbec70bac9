"""Effects of a machine's scores on simulated campaigns whose effects are known, and by hand."""

import random

import pytest

from idiomaticity.anchoring.effects import SeenRating, measure_effects

# A rater who sees the score copies it with this chance. On a scale from 0 to 100 the machine is either right, where
# raters answer 10 below, at or 10 above it, or wrong by 40, where they answer around the truth all the same.
COPIED, AT_TRUTH, WRONG_ITEMS = 0.35, 0.6, 0.3
SECONDS = {False: 6.0, True: 8.0}


def simulate(items: int, chance: random.Random, copied: float = COPIED, raters: int = 8) -> list[SeenRating]:
    """Return ratings of which a third or so are controls, drawn for each rater and item."""
    ratings = []
    for item in range(items):
        truth = chance.choice((30, 40, 50))
        machine = truth + 40 if chance.random() < WRONG_ITEMS else truth
        for _ in range(raters):
            is_control = chance.random() < 0.35
            own = truth if chance.random() < AT_TRUTH else truth + chance.choice((-10, 10))
            given = machine if not is_control and chance.random() < copied else own
            pace = SECONDS[is_control] * chance.uniform(0.5, 1.5)
            ratings.append(SeenRating(item, is_control, {"whole": given}, {"whole": machine}, pace))
    return ratings


def test_known_effects_come_out_inside_their_intervals():
    """Of 95 % intervals over 40 campaigns, 33 or more hold the true effect but with a chance below 1 in 1,000."""
    unaided = 10 * (1 - AT_TRUTH)
    known = {
        "distance": -COPIED * ((1 - WRONG_ITEMS) * unaided + WRONG_ITEMS * 40),
        "taken": COPIED * ((1 - WRONG_ITEMS) * (1 - AT_TRUTH) + WRONG_ITEMS),
        "right_taken": COPIED * (1 - AT_TRUTH),
        "wrong_taken": COPIED,
        "seconds_per_rating": SECONDS[True] - SECONDS[False],
    }
    held = dict.fromkeys(known, 0)
    for seed in range(40):
        for effect in measure_effects(simulate(120, random.Random(seed)), width=100):
            low, high = effect.effect.interval
            held[effect.name] += low <= known[effect.name] <= high
            assert low <= effect.effect.value <= high
    assert all(count >= 33 for count in held.values()), held


def test_no_effect_is_not_found():
    """Leaving a rating out of its own yardstick must not make controls look more, or less, independent."""
    means = dict.fromkeys(("distance", "taken", "right_taken", "wrong_taken"), 0.0)
    for seed in range(30):
        chance = random.Random(seed)
        ratings = [
            SeenRating(item, place < 3, {"whole": chance.randrange(6)}, {"whole": 3}, 5.0)
            for item in range(60)
            for place in range(7)
        ]
        for effect in measure_effects(ratings, width=5):
            if effect.name in means:
                means[effect.name] += effect.effect.value / 30
    assert means == pytest.approx(dict.fromkeys(means, 0.0), abs=0.03)


def test_figures_by_hand():
    """On a scale from 0 to 5 the machine says 4; three controls say 4, 1 and 1, two who saw the score 4 and 2."""

    def rate(score: int, *, is_control: bool, seconds: float | None = None) -> SeenRating:
        return SeenRating(1, is_control, {"whole": score, "head": 0}, {"whole": 4}, seconds)

    ratings = [
        *(rate(score, is_control=True, seconds=9.0) for score in (4, 1, 1)),
        rate(4, is_control=False, seconds=5.0),
        rate(2, is_control=False),
    ]
    found = {each.name: each for each in measure_effects(ratings, width=5)}
    assert (found["distance"].shown.value, found["distance"].controls.value) == (1.0, 2.0)
    assert found["distance"].effect.value == -1.0
    assert (found["taken"].shown.value, found["taken"].controls.value) == (1 / 2, 1 / 3)
    # Means without one control: 1, 2.5 and 2.5. The score is wrong by each of them.
    assert (found["wrong_taken"].shown.value, found["wrong_taken"].controls.value) == (1 / 2, 1 / 3)
    assert (found["wrong_taken"].shown.of, found["right_taken"].shown.value) == (2, None)
    assert found["seconds_per_rating"].effect.value == 4.0
    assert found["seconds_per_rating"].shown.of == 1


def test_one_control_alone_judges_nothing():
    ratings = [SeenRating(1, place == 0, {"whole": 2}, {"whole": 4}) for place in range(4)]
    found = {each.name: each for each in measure_effects(ratings, width=5)}
    assert found["wrong_taken"].effect.value is None
    assert found["taken"].shown.of == 3
    assert found["seconds_per_rating"].shown.value is None

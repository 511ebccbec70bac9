"""Addresses of routes: the arguments of a row, taken from a side."""

from typing import Any

from tests.authorisation.row import Arguments
from tests.authorisation.sides import Side


def of_project(side: Side) -> tuple[Any, ...]:
    return (side.slug,)


def pk_of(name: str) -> Arguments:
    return lambda side: (getattr(side, name).pk,)


def in_project(name: str) -> Arguments:
    return lambda side: (side.slug, getattr(side, name).pk)


def of_import(side: Side) -> tuple[Any, ...]:
    return side.slug, side.test_set.job_id


def disputed(side: Side) -> tuple[Any, ...]:
    return side.slug, side.disputed_number


def released(side: Side) -> tuple[Any, ...]:
    return side.slug, side.release.number


def submitted(side: Side) -> tuple[Any, ...]:
    return side.slug, side.submitted.item.number


def held(side: Side) -> tuple[Any, ...]:
    return side.slug, 1


def known(side: Side) -> tuple[Any, ...]:
    return side.slug, side.known_number


def of_ratings(side: Side) -> tuple[Any, ...]:
    return (side.ratings.project.slug,)


def in_stretches(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "thousands"


def in_boxes(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "boxes"


def of_mean_precision(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "mean"


def of_alphas(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "alpha"


def rating_of(name: str) -> Arguments:
    return lambda side: (getattr(side.ratings, name).pk,)


def in_ratings(name: str) -> Arguments:
    return lambda side: (side.ratings.project.slug, getattr(side.ratings, name).pk)


def of_judging(side: Side) -> tuple[Any, ...]:
    return (side.judging.project.slug,)


def rater(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, side.ratings.mine.annotator_id


def marker(side: Side) -> tuple[Any, ...]:
    return side.expressions.project.slug, side.expressions.mine.annotator_id


def known_rating(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, side.ratings.known_number


def judging_of(name: str) -> Arguments:
    return lambda side: (getattr(side.judging, name).pk,)


def in_judging(name: str) -> Arguments:
    return lambda side: (side.judging.project.slug, getattr(side.judging, name).pk)


def of_correlation(*more: str) -> Arguments:
    return lambda side: (side.judging.project.slug, side.judging.test_set.pk, side.judging.correlation.pk, *more)


def of_round_scores(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.test_set.pk, side.judging.judging_round.number


def of_study(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.test_set.pk, side.judging.study.pk


def of_measured(*more: str) -> Arguments:
    return lambda side: (side.judging.project.slug, side.judging.test_set.pk, *more)


def a_round(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.judging_round.number


def judged_item(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.submitted.item.number


def judge(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.mine.annotator_id


def given_list(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, 1


def compound(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, 1


def of_expressions(side: Side) -> tuple[Any, ...]:
    return (side.expressions.project.slug,)


def marking_of(name: str) -> Arguments:
    return lambda side: (getattr(side.expressions, name).pk,)


def in_expressions(name: str) -> Arguments:
    return lambda side: (side.expressions.project.slug, getattr(side.expressions, name).pk)


def disputed_passage(side: Side) -> tuple[Any, ...]:
    return side.expressions.project.slug, side.expressions.disputed_number


def decided_passage(side: Side) -> tuple[Any, ...]:
    return side.expressions.project.slug, side.expressions.decided_number

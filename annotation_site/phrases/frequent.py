"""Phrases of a list that are found much more often than the others, so that they may match something else, too."""

from __future__ import annotations

from collections.abc import Mapping

LEAST_HITS, LEAST_PHRASES = 20, 10
TIMES_THE_MEAN = 10
MOST_NAMED = 10


def find_frequent(hits: Mapping[str, int]) -> dict[str, int]:
    """Return the phrases with ten times as many hits as phrases that are found have on average, most hits first.

    With fewer than LEAST_PHRASES found there is nothing to compare with.
    """
    counted = {phrase: count for phrase, count in hits.items() if count}
    if len(counted) < LEAST_PHRASES:
        return {}
    least = max(LEAST_HITS, TIMES_THE_MEAN * sum(counted.values()) / len(counted))
    frequent = sorted((-count, phrase) for phrase, count in counted.items() if count >= least)
    return {phrase: -count for count, phrase in frequent}


def describe_frequent(frequent: Mapping[str, int], hits: int) -> str:
    """Return a sentence on phrases of `find_frequent` among all these hits; empty without any."""
    if not frequent:
        return ""
    named = ", ".join(f"“{phrase}” ({count:,})" for phrase, count in list(frequent.items())[:MOST_NAMED])
    more = f" and {len(frequent) - MOST_NAMED} more" if len(frequent) > MOST_NAMED else ""
    share = round(100 * sum(frequent.values()) / hits)
    return f"{share} % of all hits are of {named}{more}. Look at these first: they may match other expressions, too."

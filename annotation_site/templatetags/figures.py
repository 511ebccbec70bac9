"""Template filters for figures: three decimals, or a percentage with one, in the form of the page's language; undefined
is a dash, no zero has a sign.
"""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation_site.coefficients.figure import Figure
from annotation_site.languages.numbers import say_decimals

register = template.Library()
UNDEFINED = "–"


def _say_range(low: str, high: str) -> str:
    return _("{low} to {high}").format(low=low, high=high)


@register.filter
def figure(value: Figure | float | None) -> str:
    """Return three decimals with a true minus: 0.8056 → 0.806, −0.5 → −0.500."""
    number = value.value if isinstance(value, Figure) else value
    return UNDEFINED if number is None else say_decimals(number, 3)


@register.filter
def bounds(ends: Sequence[float] | None, decimals: int) -> str:
    """Return an interval with so many decimals; alphas of ratings have four, as published."""
    if not ends:
        return ""
    low, high = fixed(ends[0], decimals), fixed(ends[1], decimals)
    return _say_range(low, high) if ends[0] < 0 else f"{low}–{high}"


@register.filter
def p_value(value: float | None) -> str:
    """Return three decimals of a p-value, which is never 0: 0.0004 → < 0.001."""
    return f"< {say_decimals(0.001, 3)}" if value is not None and value < 0.001 else figure(value)


@register.filter
def fixed(value: float | None, decimals: int) -> str:
    """Return fixed decimals with a true minus: −12.3456 with 2 decimals → −12.35."""
    return UNDEFINED if value is None else say_decimals(value, decimals)


@register.filter
def interval(ends: Sequence[float] | None) -> str:
    """Return an interval: [0.8011, 0.8204] → 0.801–0.820; [−0.5, 1] → −0.500 to 1.000, as a dash would look like a
    minus.
    """
    if not ends:
        return ""
    low, high = figure(ends[0]), figure(ends[1])
    return _say_range(low, high) if ends[0] < 0 else f"{low}–{high}"


@register.filter
def alpha(value: float | None) -> str:
    """Return the four decimals that published alphas of ratings have: 0.10827 → 0.1083."""
    return UNDEFINED if value is None else say_decimals(value, 4, sign="")


@register.filter
def change(value: float | None) -> str:
    """Return a change with its sign: 0.0034 → +0.0034."""
    return UNDEFINED if value is None else say_decimals(value, 4, sign="+")


@register.filter
def ends(interval: Sequence[float] | None) -> str:
    """Return an interval of changes: [-0.011, 0.0732] → −0.0110 to 0.0732, as a dash would look like a minus."""
    return "" if not interval else _say_range(alpha(interval[0]), alpha(interval[1]))


@register.filter
def per_cent(value: float | None) -> str:
    """Return a percentage without the sign, which is in the column's head: 0.0592 → 5.9, −0.186 → −18.6."""
    return UNDEFINED if value is None else say_decimals(100 * value, 1)


@register.filter
def signed_per_cent(value: float | None) -> str:
    """Return a signed percentage: 0.021 → +2.1, −0.004 → −0.4."""
    return UNDEFINED if value is None else say_decimals(100 * value, 1, sign="+")


@register.filter
def per_cent_interval(ends: list[float] | None) -> str:
    """Return an interval as percentages: [0.052, 0.067] → 5.2–6.7."""
    return "" if not ends else f"{per_cent(ends[0])}–{per_cent(ends[1])}"


@register.filter
def signature(text: str) -> SafeString:
    """Return a signature that may wrap between its parts only."""
    return format_html_join(mark_safe("|<wbr>"), "{}", ((part,) for part in text.split("|")))

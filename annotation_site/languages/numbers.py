"""Numbers in the form of the language in which a page, mail or refusal is read."""

from django.utils.formats import number_format


def say_count(count: int) -> str:
    """Return a whole number, grouped by thousands: 12345 → 12,345 in English, 12.345 in German."""
    return number_format(count, force_grouping=True)


def say_decimals(value: float, decimals: int, *, sign: str = "z") -> str:
    """Return fixed decimals with a true minus: −12.3456 with 2 of them → −12.35 in English, −12,35 in French.

    The sign “+” is written before positive numbers, too; “z” is never written before nought.
    """
    return number_format(f"{value:{sign}.{decimals}f}", decimals).replace("-", "−")


def say_number(value: float) -> str:
    """Return a number with the decimals that it has, as beside an axis: 0.8 → 0.8 in English, 0,8 in Italian."""
    return number_format(f"{value:g}")

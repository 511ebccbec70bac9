"""Days in forms, the only dates that any form has: browsers read and send ISO 8601, whatever the language; and days and
moments in the one form that each language has for them, which is that of browsers' `Intl.DateTimeFormat`.
"""

from datetime import date, datetime
from typing import Any

from babel.dates import format_date, format_skeleton, format_time
from django import forms
from django.utils.translation import get_language, to_locale

ISO = "%Y-%m-%d"


class DayInput(forms.DateInput):
    """The field of a day. A browser empties one whose value is written as people write it in their language."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format=ISO)


class DayField(forms.DateField):
    """A day on a page."""

    widget = DayInput
    input_formats = (ISO,)
    default_error_messages = {"invalid": "Enter a day as year-month-day, such as 2027-03-31."}


def say_day(day: date) -> str:
    """Return a day in words: 7 November 2026, 7. November 2026 in German."""
    return format_date(day, "long", locale=_find_locale())


def say_short_day(day: date | None) -> str:
    """Return a day as lists and tables show it: 7 Nov 2026, 07.11.2026 in German."""
    return format_date(day, "medium", locale=_find_locale()) if day else ""


def say_day_of_year(day: date) -> str:
    """Return a day without its year: 7 Nov, 7. Nov. in German."""
    return format_skeleton("MMMd", day, locale=_find_locale())


def say_moment(moment: datetime | None) -> str:
    """Return day and time: 7 Nov 2026, 09:05."""
    if moment is None:
        return ""
    return f"{say_short_day(moment)}, {format_time(moment, 'short', locale=_find_locale())}"


def _find_locale() -> str:
    return to_locale(get_language() or "en-gb")

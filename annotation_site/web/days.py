"""Days in forms, the only dates that any form has: browsers read and send ISO 8601, whatever the language; and days in
words.
"""

from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import get_language

ISO = "%Y-%m-%d"
_SMALL_MONTHS = ("es", "fr", "it", "pt")


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
    """Return a day in words. Romance languages write months in small letters, for two of which Django has capitals."""
    text = date_format(day)
    return text.lower() if (get_language() or "")[:2] in _SMALL_MONTHS else text

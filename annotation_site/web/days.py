"""Days in forms, the only dates that any form has: browsers read and send ISO 8601, whatever the language."""

from typing import Any

from django import forms

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

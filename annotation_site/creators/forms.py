"""The list of creators in a form: a part that unfolds for each, with a number for its place, and empty ones to add."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from annotation_site.accounts.models import User
from annotation_site.creators.creators import MOST_CREATORS, PERSON, Creator, read_creators

EMPTY_ROWS = 3
COLUMNS = (*Creator.__slots__, "place", "removed")
# The button that adds the person who fills in the form.
ADD_ME = "creators-me"
_PLACE = re.compile(r"\d{1,9}")


class CreatorsWidget(forms.Widget):
    """Rows of inputs; those without a name are left out, and the others come in the order of their numbers."""

    use_fieldset = True

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the rows of the value, and empty ones."""
        given = [{"place": number, **row} for number, row in enumerate(value or (), start=1)]
        empty = [{"place": len(given) + number} for number in range(1, EMPTY_ROWS + 1)]
        rows = [{"id": f"{name}-{index}", **row} for index, row in enumerate(given + empty)]
        context = {"name": name, "rows": rows, "add_me": ADD_ME}
        return SafeString(render_to_string("creators/_creators.html", context))

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[dict[str, str]]:
        """Return what was entered, as texts, in order."""
        rows: list[dict[str, str]] = []
        for index in range(MOST_CREATORS + EMPTY_ROWS + 1):
            row = {column: data.get(f"{name}-{index}-{column}", "").strip() for column in COLUMNS}
            if any(row[column] for column in Creator.__slots__ if column != "type") and not row.pop("removed"):
                rows.append(row)
        return sorted(rows, key=lambda row: int(row["place"]) if _PLACE.fullmatch(row["place"]) else len(rows))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Return False: a list without rows is empty."""
        return False


class CreatorsField(forms.Field):
    """Creators in order, as they are stored."""

    widget = CreatorsWidget

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **{
                "required": False,
                "initial": list[Any](),
                "help_text": "Named in citation and metadata of releases, in this order. Only people whom you enter "
                "are named; annotators keep their pseudonyms.",
                **options,
            }
        )

    def clean(self, value: Any) -> list[dict[str, str]]:
        """Return the rows as they are stored."""
        try:
            return read_creators(value or ())
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


def adds_person(posted: Mapping[str, Any], person: User, form: forms.Form) -> bool:
    """Return whether the person pressed “Add me”. The form shows them then with all that was typed, neither checked nor
    stored.
    """
    if ADD_ME not in posted:
        return False
    typed = {field.name: field.data for field in form if not field.field.disabled}
    given, _, family = person.name.strip().rpartition(" ")
    own = {"type": PERSON, "name": family, "given_name": given, "is_open": True}
    form.initial = {**form.initial, **typed, "creators": [*typed["creators"], own]}
    form.is_bound = False
    return True

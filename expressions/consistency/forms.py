"""The form that corrects occurrences of a lexical item."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from annotation_site.assignments.forms import OperationForm
from expressions.categories.lists import LONGEST_CATEGORY

_OCCURRENCE = re.compile(r"(\d{1,9}):(\d{1,5}(?:,\d{1,5})*):(.{0,40})")


def write_occurrence(passage: int, words: tuple[int, ...], stands: str) -> str:
    """Return an occurrence as the value of its check box."""
    return f"{passage}:{','.join(map(str, words))}:{stands}"


def read_occurrence(value: str) -> tuple[int, tuple[int, ...], str]:
    """Return the passage, the words and the category of a check box. Raise ValidationError for another value."""
    found = _OCCURRENCE.fullmatch(value)
    if found is None:
        raise forms.ValidationError(_("The form is incomplete. Try again."))
    return int(found[1]), tuple(sorted({int(word) for word in found[2].split(",")})), found[3]


class CorrectionForm(OperationForm):
    """A category for the occurrences that are chosen, and other words for one."""

    category = forms.CharField(max_length=LONGEST_CATEGORY)
    words = forms.CharField(required=False, max_length=2_000)
    skipped = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Read the check boxes."""
        fields = super().clean() or {}
        values = self.data.getlist("occurrence") if isinstance(self.data, QueryDict) else ()
        chosen = [read_occurrence(value) for value in values]
        if not chosen and not fields.get("skipped"):
            raise forms.ValidationError(_("Choose at least one occurrence."))
        if fields.get("words") and (len(chosen) != 1 or fields.get("skipped")):
            raise forms.ValidationError(_("Choose one occurrence to change its words."))
        return {**fields, "occurrences": chosen}

    def clean_words(self) -> tuple[int, ...]:
        """Return the words, which are numbered over the passage from 0."""
        numbers = self.cleaned_data["words"].replace(",", " ").split()
        if not all(number.isascii() and number.isdecimal() and len(number) < 6 for number in numbers):
            raise forms.ValidationError(_("The form is incomplete. Try again."))
        return tuple(sorted({int(number) for number in numbers}))

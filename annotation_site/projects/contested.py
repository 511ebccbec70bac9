"""A form of settings that others may change while it is open."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django import forms
from django.utils.text import Truncator

from annotation_site.creators.creators import Creator
from annotation_site.creators.forms import CreatorsField
from annotation_site.projects.fingerprints import renew_fingerprints, take_fingerprints
from annotation_site.web.choices import name_choice
from annotation_site.web.exceptions import StaleVersion

LONGEST_SHOWN = 500


class ContestedForm(forms.Form):
    """Settings that carry what the form was opened with, as `opened`."""

    def remember_opening(self) -> None:
        """Add the hidden field with the fingerprints of the settings that the form has now."""
        self.remember({name: value for name, value in self.initial.items() if name in self.fields})

    def remember(self, settings: Mapping[str, Any]) -> None:
        """Add the hidden field with the fingerprints of these settings."""
        self.fields["opened"] = forms.CharField(
            required=False, initial=take_fingerprints(settings), widget=forms.HiddenInput
        )

    def show_present(self, present: Mapping[str, Any]) -> None:
        """Say at each of these settings what it is by now. Sending the form again replaces it."""
        for part, value in present.items():
            self.show_present_part(part, value)
        sent: Any = self.data.copy()  # type: ignore[attr-defined]  # what was sent cannot be changed itself
        sent["opened"] = renew_fingerprints(sent["opened"], present)
        self.data = sent

    def show_present_part(self, part: str, value: Any) -> None:
        """Say what one setting, or a part of it, is by now."""
        self.add_error(part, tell_present(self.fields[part], value))


@contextmanager
def present_values_on(form: ContestedForm) -> Iterator[None]:
    """Show at the fields what others have stored, if a service refuses because of that."""
    try:
        yield
    except StaleVersion as error:
        form.show_present(error.details["state"])
        raise


def tell_present(field: forms.Field, value: Any) -> str:
    """Return the sentence about a setting that was changed meanwhile."""
    return f"Changed since you opened this page. It is now {_name_value(field, value)}. To replace it, save again."


def _name_value(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return "on" if value else "off"
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return f"“{name_choice(str(dict(choices).get(value, value)))}”"
    if isinstance(field, CreatorsField):
        value = "; ".join(Creator.from_json(creator).full_name for creator in value)
    if isinstance(value, str):
        return f"“{Truncator(value).chars(LONGEST_SHOWN)}”" if value else "empty"
    return str(value)

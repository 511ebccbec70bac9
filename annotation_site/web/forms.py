"""Refusals shown on forms, fields that are folded away, and forms whose answer holds a secret."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.core.cache import cache

from annotation_site.accounts.models import User
from annotation_site.web.exceptions import DomainError

DAY_SECONDS = 86_400


@contextmanager
def refusals_on(form: forms.BaseForm, field: str | None = None) -> Iterator[None]:
    """Show why a service refused on the form, above it or at one field, which ends the block."""
    try:
        yield
    except DomainError as error:
        form.add_error(field, error.sentence)


class FoldedPart(NamedTuple):
    """Fields of a form behind one title."""

    id: str
    title: str
    fields: list[forms.BoundField]
    is_open: bool


class ShownOnceForm(forms.Form):
    """A form whose answer holds a secret; sending it again, as a reload does, must not make a second one."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["operation_id"].initial = uuid4

    def claim(self, user: User) -> bool:
        """Return whether this form is sent for the first time."""
        return cache.add(self._key(user), "sent", DAY_SECONDS)

    def give_back(self, user: User) -> None:
        """Allow the form to be sent again, because nothing was made."""
        cache.delete(self._key(user))

    def _key(self, user: User) -> str:
        operation_id: UUID = self.cleaned_data["operation_id"]
        return f"shown-once:{user.pk}:{operation_id}"

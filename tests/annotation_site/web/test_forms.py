"""Refusals of services, shown on the form that asked."""

import pytest
from django import forms

from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on


class NameForm(forms.Form):
    name = forms.CharField()


@pytest.fixture
def form() -> NameForm:
    form = NameForm({"name": "Ada"})
    assert form.is_valid()
    return form


def test_a_refusal_stands_above_the_form_and_ends_the_block(form: NameForm) -> None:
    reached = []
    with refusals_on(form):
        raise DomainError("This name is taken.")
        reached.append("the rest")
    assert form.non_field_errors() == ["This name is taken."]
    assert (reached, form.is_valid()) == ([], False)


def test_a_refusal_stands_at_the_field_that_was_named(form: NameForm) -> None:
    with refusals_on(form, "name"):
        raise DomainError("This name is taken.")
    assert form.errors == {"name": ["This name is taken."]}


def test_a_fault_is_no_refusal(form: NameForm) -> None:
    with pytest.raises(ZeroDivisionError), refusals_on(form):
        _ = 1 / 0
    assert form.is_valid()

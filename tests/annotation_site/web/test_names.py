"""Every name that people give on a page or in the API goes through one of the two fields for names."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from django import forms
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from annotation_site.web.names import NameField, NameInBodyField

APPS = ("annotation_site", "alignment", "idiomaticity", "expressions", "evaluation")
# What confirms a deletion is not kept.
OTHERS = {"DeleteForm"}


def list_classes(base: type, module_name: str) -> Iterator[type]:
    """Yield every class of ours below a class, with the modules of this name loaded."""
    for app in APPS:
        package = import_module(app)
        for module in pkgutil.walk_packages(package.__path__, f"{app}."):
            if f".{module_name}" in module.name and "migrations" not in module.name:
                import_module(module.name)
    waiting = list(base.__subclasses__())
    while waiting:
        found = waiting.pop()
        waiting += found.__subclasses__()
        if found.__module__.partition(".")[0] in APPS:
            yield found


def test_every_name_in_a_form_is_cleaned() -> None:
    plain = {
        found.__qualname__
        for found in list_classes(forms.BaseForm, "forms")
        if isinstance(field := found.base_fields.get("name"), forms.CharField)  # type: ignore[attr-defined]
        and not isinstance(field, NameField)
        and not isinstance(field.widget, forms.HiddenInput)
    }
    assert plain - OTHERS == set()


def test_every_name_in_a_request_is_cleaned() -> None:
    plain = {
        found.__qualname__
        for found in list_classes(serializers.Serializer, "api")
        if found.__qualname__.endswith("Request")
        and isinstance(field := getattr(found, "_declared_fields", {}).get("name"), serializers.CharField)
        and not isinstance(field, NameInBodyField)
    }
    assert plain == {"DeletionRequest"}


def test_a_name_of_nothing_that_is_seen_is_none() -> None:
    with pytest.raises(forms.ValidationError, match="required"):
        NameField().clean("\u200b\u2060")
    assert NameField(required=False).clean(None) == ""
    with pytest.raises(ValidationError, match="blank"):
        NameInBodyField().run_validation("\u200b")
    assert NameInBodyField(allow_blank=True).run_validation("\u200b") == ""
    assert NameInBodyField().run_validation("BL\u00adEU") == NameField().clean("BL\u00adEU") == "BLEU"

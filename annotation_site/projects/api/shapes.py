"""Serializers of a kind's settings, derived from its form."""

from functools import cache
from typing import Any, NamedTuple

from django import forms
from django.core.validators import RegexValidator
from django.db.models import Field
from rest_framework import serializers

from annotation_site.creators.api import Creators
from annotation_site.creators.forms import CreatorsField
from annotation_site.projects.forms import LanguageField
from annotation_site.projects.kinds import ProjectKind, find_kind, list_kinds
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import TAG_PATTERN, TAG_SENTENCE
from annotation_site.web.names import NameField, NameInBodyField

LONGEST_TAG = 35
TAG = RegexValidator(TAG_PATTERN, TAG_SENTENCE)


class Shapes(NamedTuple):
    """The serializers of a project: reading, starting and changing it."""

    row: type[serializers.Serializer[Any]]
    request: type[serializers.Serializer[Any]]
    change: type[serializers.Serializer[Any]]


@cache
def shape_kind(name: str) -> Shapes:
    """Return the three serializers of a kind."""
    kind = find_kind(name)
    form, stem = kind.form, name.capitalize()
    shown = {
        setting: _shape(kind, setting, **({"required": False} if setting in form.withheld else {}))
        for setting in form.list_settings()
    }
    asked = {
        name: _shape(kind, name, **_at_first(kind, name)) for name in form.list_settings() if name not in form.later
    }
    changeable = [setting for setting in form.list_settings() if setting not in form.fixed]
    changed = {setting: _shape(kind, setting, required=False) for setting in changeable}
    # Its own kind alone: settings of one kind may be a part of another's, and a program tells them apart by this.
    own_kind = {"kind": serializers.ChoiceField(choices=[kind.kind.value])}
    return Shapes(
        type(f"{stem}Project", (ProjectRow,), {"__doc__": ProjectRow.__doc__, **shown, **own_kind}),
        type(f"{stem}ProjectRequest", (ProjectRequest,), {"__doc__": ProjectRequest.__doc__, **asked, **own_kind}),
        type(f"{stem}SettingsRequest", (SettingsRequest,), {"__doc__": SettingsRequest.__doc__, **changed}),
    )


def shapes_of_kinds(part: str) -> dict[str, Any]:
    """Return one of the three serializers of every kind, by its name."""
    return {kind.kind.value: getattr(shape_kind(kind.kind), part) for kind in list_kinds()}


class ProjectRow(serializers.Serializer[Any]):
    """A project with its settings, and the roles that the person holds in it. Settings that could tell an annotator
    which items are checks or controls are shown to managers alone.
    """

    slug = serializers.SlugField()
    kind = serializers.ChoiceField(choices=Project.Kind.choices)
    state = serializers.ChoiceField(choices=Project.State.choices)
    item_count = serializers.IntegerField()
    roles = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class ProjectRequest(serializers.Serializer[Any]):
    """A new project of this kind."""

    kind = serializers.ChoiceField(choices=Project.Kind.choices)
    guideline = serializers.CharField(max_length=LONGEST_GUIDELINE, allow_blank=True, default="", trim_whitespace=False)


class SettingsRequest(serializers.Serializer[Any]):
    """The settings to change; others stay as they are."""


def _at_first(kind: ProjectKind, setting: str) -> dict[str, Any]:
    initial = kind.form.find_initial(setting)
    return {} if initial is None else {"default": getattr(initial, "value", initial)}


def _shape(kind: ProjectKind, setting: str, **options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """Return the serializer field of a setting, with the limits of the form's field."""
    field = kind.form.base_fields[setting]
    if setting in kind.shapes:
        return kind.shapes[setting](**options)
    if isinstance(field, CreatorsField):
        return Creators(**options)
    if isinstance(field, LanguageField):
        return serializers.CharField(max_length=LONGEST_TAG, validators=[TAG], **options)
    if isinstance(field, forms.ChoiceField):
        return serializers.ChoiceField(choices=_column(kind, setting).flatchoices, **options)
    if isinstance(field, forms.BooleanField):
        return serializers.BooleanField(**options)
    if isinstance(field, forms.IntegerField):
        bounds: dict[str, Any] = {"min_value": field.min_value, "max_value": field.max_value}
        return serializers.IntegerField(
            **{name: bound for name, bound in bounds.items() if bound is not None}, **options
        )
    text: Any = field
    bounds = {"max_length": text.max_length, "allow_blank": not text.required, "validators": text.default_validators}
    made = NameInBodyField if isinstance(field, NameField) else serializers.CharField
    return made(**bounds, **options)


def _column(kind: ProjectKind, setting: str) -> Field[Any, Any]:
    model = kind.model if kind.is_own(setting) else Project
    return model._meta.get_field(setting)  # type: ignore[return-value]  # settings are columns

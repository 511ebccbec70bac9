"""Forms of annotator quality: limits of flags, the rule of a bulk exclusion, and the exclusion itself."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms

from annotation_site.annotator_quality.kinds import Criterion, Limit, Rule
from annotation_site.exclusions.forms import ExcludeForm


class LimitsForm(forms.Form):
    """The limits beyond which figures are flagged, with a field for each that the kind declares."""

    def __init__(self, limits: Sequence[Limit], data: Any = None) -> None:
        is_sent = data is not None and any(limit.name in data for limit in limits)
        self.defaults = {limit.name: limit.default for limit in limits}
        super().__init__(data if is_sent else None, initial=self.defaults)
        for limit in limits:
            number = forms.IntegerField if limit.is_whole else forms.FloatField
            bounds: dict[str, Any] = {"min_value": limit.lowest, "max_value": limit.highest}
            self.fields[limit.name] = number(label=limit.label, **bounds)
            _name_widget(self.fields[limit.name], f"limit-{limit.name}")

    def read_limits(self) -> Mapping[str, Any]:
        """Return the submitted limits, or the default ones."""
        return dict(self.cleaned_data) if self.is_bound and self.is_valid() else self.defaults


class RuleForm(forms.Form):
    """The rule by which annotators are suggested for exclusion, with a field for each criterion; empty ones do not
    count.
    """

    def __init__(self, criteria: Sequence[Criterion], data: Any = None) -> None:
        is_sent = data is not None and any(criterion.name in data for criterion in criteria)
        self.defaults = {criterion.name: criterion.default for criterion in criteria}
        super().__init__(data if is_sent else None, initial=self.defaults)
        for criterion in criteria:
            self.fields[criterion.name] = _make_field(criterion)
            _name_widget(self.fields[criterion.name], f"rule-{criterion.name}")

    def is_valid(self) -> bool:
        """Return whether the rule can be read; without a field in the request, the usual one is."""
        return not self.is_bound or super().is_valid()

    def read_rule(self) -> Rule:
        """Return the rule of a valid form."""
        return dict(self.cleaned_data) if self.is_bound else self.defaults


class BulkExcludeForm(ExcludeForm):
    """The annotators to exclude, by pseudonym, with one reason."""

    annotators = forms.TypedMultipleChoiceField(coerce=str)

    def __init__(self, *args: Any, names: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["annotators"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]


class UndoForm(forms.Form):
    """The bulk exclusion to undo."""

    batch = forms.UUIDField()


def _make_field(criterion: Criterion) -> forms.Field:
    if criterion.is_choice:
        return forms.BooleanField(label=criterion.label, required=False, help_text=criterion.help)
    number = forms.IntegerField if criterion.is_whole else forms.FloatField
    bounds: dict[str, Any] = {"min_value": criterion.lowest, "max_value": criterion.highest}
    return number(label=criterion.label, required=False, help_text=criterion.help, **bounds)


def _name_widget(field: forms.Field, name: str) -> None:
    """Give the field an id of its own, as two forms of a page may have fields of one name. It takes any fraction."""
    field.widget.attrs["id"] = name
    if isinstance(field, forms.FloatField):
        field.widget.attrs["step"] = "any"

"""Form for copying the classes of a test set's expressions from a compositionality project."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from annotation_site.assignments.forms import StepForm
from annotation_site.projects.models import Project
from expressions.categories.compositionality import BOUNDS, HIGHEST_MEAN, LOWEST_MEAN


def mean_field(label: str, initial: float) -> forms.FloatField:
    return forms.FloatField(
        label=label,
        required=False,
        min_value=LOWEST_MEAN,
        max_value=HIGHEST_MEAN,
        initial=initial,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


class TakeClassesForm(StepForm):
    """A compositionality project whose results the user may see, and the treatment of compounds without a class."""

    source = forms.ModelChoiceField(Project.objects.none(), label="Compositionality project", empty_label=None)
    uses_means = forms.BooleanField(
        label="For compounds without a class, use the mean rating of the whole compound, converted to 0–5",
        required=False,
    )
    low = mean_field("Idiomatic below", BOUNDS[0])
    high = mean_field("Compositional above", BOUNDS[1])
    replaces = forms.BooleanField(label="Also replace existing classes", required=False)

    def __init__(self, *args: Any, projects: QuerySet[Project], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].queryset = projects  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require both bounds if means are used."""
        fields = super().clean() or {}
        for name in ("low", "high"):
            if fields.get("uses_means") and fields.get(name) is None and name not in self.errors:
                self.add_error(name, "Give a mean from 0 to 5.")
        return fields

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `take_classes`; the form must be valid."""
        fields = self.cleaned_data
        return {
            "project": fields["source"],
            "version": fields["version"],
            "operation_id": fields["operation_id"],
            "bounds": (fields["low"], fields["high"]) if fields["uses_means"] else None,
            "replaces": fields["replaces"],
        }

    @property
    def shown(self) -> list[forms.BoundField]:
        """Return the fields that the user fills in."""
        return [self[name] for name in ("source", "uses_means", "low", "high", "replaces")]

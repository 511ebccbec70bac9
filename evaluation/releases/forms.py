"""A new release of an evaluation."""

from typing import Any

from django import forms

from annotation_site.projects.models import Project
from annotation_site.releases import forms as shared
from evaluation.test_sets.models import TestSet


class ReleaseForm(shared.ReleaseForm):
    """Its terms, and the test set that is released with everything about it."""

    test_set = forms.ModelChoiceField(
        TestSet.objects.none(),
        label="Test set",
        empty_label=None,
        help_text="With its translations, alignments, scores and judgements.",
    )
    field_order = ("test_set",)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        translated = project.test_sets.filter(translations__isnull=False).distinct()
        self.fields["test_set"].queryset = translated  # type: ignore[attr-defined]

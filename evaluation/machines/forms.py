"""The question of a report on a machine."""

from django import forms

from evaluation.machine_reports.alternative_annotator import EPSILON
from evaluation.machines.services import LARGEST_EPSILON


class ReportForm(forms.Form):
    """The ε of the alternative annotator test."""

    epsilon = forms.FloatField(
        label="ε of the alternative annotator test",
        min_value=0,
        max_value=LARGEST_EPSILON,
        initial=EPSILON,
        widget=forms.NumberInput(attrs={"step": "0.05"}),
        help_text="How much worse a machine may be because it costs less: 0.2 for experts, 0.15 for trained "
        "annotators, 0.1 for a crowd.",
    )

"""Forms of the crowd pages."""

from django import forms

from idiomaticity.crowd.codes import LONGEST_CONSENT, LONGEST_PARAMETER, MOST_ATTEMPTS, MOST_EACH, MOST_PEOPLE


class CrowdForm(forms.Form):
    consent = forms.CharField(
        label="Consent text",
        max_length=LONGEST_CONSENT,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="Markdown. Each change creates a new version; participants keep the version they agreed to.",
    )
    limit_each = forms.IntegerField(label="Ratings per participant (maximum)", min_value=1, max_value=MOST_EACH)
    most_people = forms.IntegerField(
        label="Participants (maximum)",
        min_value=1,
        max_value=MOST_PEOPLE,
        help_text="Participants who fail the test or are excluded do not count.",
    )
    attempts = forms.IntegerField(
        label="Attempts at the qualification",
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=1,
        help_text="Each attempt uses the same items without showing which answers were wrong.",
    )
    worker_parameter = forms.CharField(
        label="URL parameter of the worker ID",
        max_length=LONGEST_PARAMETER,
        required=False,
        help_text="Such as PROLIFIC_PID or workerId. Leave empty if you do not use a marketplace.",
    )


class ConsentForm(forms.Form):
    """Consent to the text shown."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    agrees = forms.BooleanField(label="I have read this and agree to take part")

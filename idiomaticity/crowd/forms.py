"""Forms of the crowd pages."""

from django import forms

from idiomaticity.crowd.codes import LONGEST_CONSENT, LONGEST_PARAMETER, MOST_EACH, MOST_PEOPLE, MOST_TRIES


class CrowdForm(forms.Form):
    consent = forms.CharField(
        label="What people agree to",
        max_length=LONGEST_CONSENT,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="In Markdown. A change makes a new version; everybody keeps the one they agreed to.",
    )
    limit_each = forms.IntegerField(label="Ratings of one person at most", min_value=1, max_value=MOST_EACH)
    most_people = forms.IntegerField(
        label="People at most",
        min_value=1,
        max_value=MOST_PEOPLE,
        help_text="Whoever fails the test, or is excluded, leaves the place to somebody else.",
    )
    tries = forms.IntegerField(
        label="Tries of the qualification",
        min_value=1,
        max_value=MOST_TRIES,
        initial=1,
        help_text="Another try asks the same items again, empty, without telling which were wrong.",
    )
    worker_parameter = forms.CharField(
        label="Name of the worker id in the link",
        max_length=LONGEST_PARAMETER,
        required=False,
        help_text="Such as PROLIFIC_PID or workerId; empty where people come from no marketplace.",
    )


class ConsentForm(forms.Form):
    """Agreeing to the text that was shown."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    agrees = forms.BooleanField(label="I have read this and agree to take part")

"""Forms of webhooks: where one goes and what it sends, and a new secret."""

from django import forms

from annotation_site.web.forms import ShownOnceForm
from annotation_site.webhooks.models import LONGEST_ADDRESS, Event


class WebhookForm(forms.Form):
    """The address of a webhook, and its events."""

    address = forms.CharField(
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"spellcheck": "false", "autocomplete": "off", "placeholder": "https://"}),
        help_text="Of a host that the operator of this site lists.",
    )
    events = forms.MultipleChoiceField(
        choices=[
            (Event.SUBMITTED.value, "Submitted: an annotator submitted an item"),
            (Event.ADJUDICATED.value, "Adjudicated: an adjudicator settled an item"),
            (Event.RELEASED.value, "Released: a release was created"),
        ],
        widget=forms.CheckboxSelectMultiple,
    )


class NewWebhookForm(WebhookForm, ShownOnceForm):
    """A new webhook, whose secret is shown once."""


class SecretForm(ShownOnceForm):
    """A new secret, which is shown once."""

"""Forms of webhooks: where one goes and what it sends, and a new secret."""

from django import forms
from django.conf import settings

from annotation_site.web.forms import ShownOnceForm
from annotation_site.webhooks.models import LONGEST_ADDRESS, Event


class WebhookForm(forms.Form):
    """The address of a webhook, and its events."""

    address = forms.CharField(
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"spellcheck": "false", "autocomplete": "off", "placeholder": "https://"}),
        help_text="HTTPS address on a host that the operator of this site allows.",
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


def list_spans() -> list[tuple[int, str]]:
    """Return the hours within which events can be sent again."""
    days = settings.WEBHOOK_DELIVERIES_KEPT_DAYS
    spans = {1: "hour", 24: "day", 7 * 24: "7 days", days * 24: f"{days} days"}
    return [(hours, name) for hours, name in spans.items() if hours <= days * 24]


class AgainForm(forms.Form):
    """The hours within which events are sent again: these mean the same in every time zone."""

    hours = forms.TypedChoiceField(
        label="Of the last", coerce=int, choices=list_spans, initial=lambda: list_spans()[-1][0]
    )
    delivered = forms.BooleanField(label="Also events that were delivered", required=False)


class SecretForm(ShownOnceForm):
    """A new secret, which is shown once."""

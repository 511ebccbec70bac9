"""Forms of the crowd pages."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from annotation_site.exclusions.models import LONGEST_REASON
from annotation_site.projects.contested import ContestedForm
from annotation_site.projects.fingerprints import keep_own_changes
from annotation_site.web.days import DayField
from annotation_site.web.exceptions import StaleVersion
from annotation_site.web.forms import FoldedPart
from idiomaticity.crowd.codes import (
    CURRENCY,
    LONGEST_ADDRESS,
    LONGEST_CONSENT,
    LONGEST_PARAMETER,
    MOST_ATTEMPTS,
    MOST_EACH,
    MOST_PAID,
    MOST_PARAMETERS,
    MOST_PEOPLE,
)
from idiomaticity.crowd.marketplaces import MARKETPLACES, SIGNERS
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.queries.settings import read_settings
from idiomaticity.crowd.queries.storing import find_ended_storing

# Of a field that nobody filled in, however it is written.
EMPTY = (None, "", False, 0, "0", "0.00")


class CrowdForm(ContestedForm):
    """Everything about the crowd, in folded parts."""

    FOLDED: ClassVar = {
        "consent-part": ("Consent text", ["consent"]),
        "limits": (
            "Limits and lists",
            ["limit_each", "most_people", "lists", "repeats", "groups", "attempts"],
        ),
        "marketplace": (
            "Marketplace: parameters and return addresses",
            [
                *("worker_parameter", "session_parameter", "other_parameters", "forget_on", "stops_storing"),
                "signed_by",
                *("completed_url", "screened_out_url", "full_url"),
            ],
        ),
        "payment-part": ("Payment", ["payment", "currency"]),
    }

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
    lists = forms.ChoiceField(
        choices=CrowdCall.Lists.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text="Participants can get fixed lists, as long as one participant rates at most. Every list goes to as "
        "many participants as its items need. You cannot change this after the first participant has begun.",
    )
    repeats = forms.IntegerField(
        label="Repeats in each list",
        min_value=0,
        max_value=MOST_EACH,
        required=False,
        initial=0,
        help_text="Items shown a second time, later in the list, to measure repeat consistency. They are shown in "
        "addition to the ratings above and do not count in results.",
    )
    groups = forms.TypedChoiceField(
        label="Levels",
        choices=CrowdCall.Groups.choices,
        coerce=int,
        required=False,
        widget=forms.RadioSelect,
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
    session_parameter = forms.CharField(
        label="URL parameter of the session",
        max_length=LONGEST_PARAMETER,
        required=False,
        help_text="Such as SESSION_ID. Participants who return with both IDs can continue on any device.",
    )
    other_parameters = forms.CharField(
        label="Further URL parameters",
        max_length=MOST_PARAMETERS * LONGEST_PARAMETER,
        required=False,
        help_text="Separated by spaces, such as STUDY_ID.",
    )
    forget_on = DayField(
        label="Keep the parameters until",
        required=False,
        help_text="They are encrypted, kept apart from answers, and deleted on this day, which the consent page names. "
        "A later day applies to participants who join after the change. Without a day, none is kept.",
    )
    # Shown only where a save would end what is stored now.
    stops_storing = forms.BooleanField(label="Stop storing", required=False)
    signed_by = forms.ChoiceField(
        label="Accept only signed links",
        choices=[("", "No"), *((name, f"Signed by {MARKETPLACES[name].name}") for name in SIGNERS)],
        required=False,
        help_text="Choose this where your study has a secured external URL at Prolific. IDs cannot be invented then. "
        "The operator of this site must list api.prolific.com.",
    )
    completed_url = forms.CharField(
        label="Return address after the last rating",
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text="With your marketplace’s code. {code} is the participant’s completion code, {NAME} a kept parameter.",
    )
    screened_out_url = forms.CharField(
        label="Return address after a failed test", max_length=LONGEST_ADDRESS, required=False
    )
    full_url = forms.CharField(label="Return address if nothing is left", max_length=LONGEST_ADDRESS, required=False)
    payment = forms.DecimalField(
        label="Payment per participant", min_value=0, max_value=MOST_PAID, decimal_places=2, required=False, initial=0
    )
    currency = forms.RegexField(
        CURRENCY, label="Currency", required=False, max_length=3, help_text="Three letters, such as EUR."
    )

    def clean_groups(self) -> int:
        return self.cleaned_data["groups"] or CrowdCall.Groups.ONE

    def clean_repeats(self) -> int:
        return self.cleaned_data["repeats"] or 0

    def clean_other_parameters(self) -> list[str]:
        return str(self.cleaned_data["other_parameters"]).split()

    def clean_payment(self) -> Decimal:
        return self.cleaned_data["payment"] or Decimal(0)

    def clean(self) -> dict[str, Any]:
        """Ask about what later participants would no longer be stored with."""
        fields = super().clean() or {}
        if self.errors or fields["stops_storing"]:
            return fields
        try:
            kept = keep_own_changes(fields["opened"], read_settings(self._before), self._own(fields))
        except StaleVersion:
            # The service refuses it, and says what others have stored.
            return fields
        parameters = [kept["worker_parameter"], kept["session_parameter"], *kept["other_parameters"]]
        if ended := find_ended_storing(self._before, parameters, kept["forget_on"]):
            self.add_error("stops_storing", f"{ended} Tick the box if you want this.")
        return fields

    def __init__(self, *args: Any, before: CrowdCall | None, has_two_levels: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._before = before
        if not has_two_levels:
            del self.fields["groups"]
        self.remember(read_settings(before))

    @staticmethod
    def _own(fields: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if name not in ("opened", "stops_storing")}

    def show_present_part(self, part: str, value: Any) -> None:
        """Say what the further parameters are by now as they are entered; levels that are not shown have no field."""
        shown = " ".join(value) if part == "other_parameters" else value
        super().show_present_part(part, shown)

    def read_settings(self) -> dict[str, Any]:
        """Return the settings entered; those that the page does not show stay as they are."""
        hidden = {} if "groups" in self.fields or self._before is None else {"groups": self._before.groups}
        return {**self.cleaned_data, **hidden}

    @property
    def asks_about_storing(self) -> bool:
        """True if the manager is asked to confirm that IDs are no longer stored, or has confirmed it."""
        return self.is_bound and bool(self["stops_storing"].errors or self["stops_storing"].value())

    def visible_fields(self) -> list[forms.BoundField]:
        """Return the fields that are always in sight: none but those of the parts."""
        folded = {name for _, names in self.FOLDED.values() for name in names}
        return [field for field in super().visible_fields() if field.name not in folded]

    def parts(self) -> list[FoldedPart]:
        """Return the parts with their fields."""
        hidden = () if self.asks_about_storing else ("stops_storing",)
        parts = []
        for key, (title, names) in self.FOLDED.items():
            fields = [self[name] for name in names if name in self.fields and name not in hidden]
            parts.append(FoldedPart(key, title, fields, self._is_open(key, fields)))
        return parts

    def _is_open(self, part: str, fields: list[forms.BoundField]) -> bool:
        """Return whether a part begins open: what was refused, what is not saved yet, and the consent text until there
        is one.
        """
        if any(field.errors for field in fields):
            return True
        if part == "consent-part":
            return not self["consent"].value() or self._before is None
        return self._is_filled_in(fields)

    def _is_filled_in(self, fields: list[forms.BoundField]) -> bool:
        stored = read_settings(self._before)
        stored["other_parameters"] = " ".join(stored["other_parameters"])
        return any((field.value() or "") != (stored[field.name] or "") for field in fields if field.name in stored)


class ReviewForm(forms.Form):
    """A decision about chosen participants."""

    ACTIONS: ClassVar = [
        ("approved", "Approve"),
        ("rejected", "Reject"),
        ("", "Leave undecided"),
        ("exclude", "Exclude from all figures"),
    ]
    operation_id = forms.UUIDField(error_messages={"required": "The form is incomplete. Reload the page."})
    annotators = forms.MultipleChoiceField(error_messages={"required": "Choose participants first."})
    action = forms.ChoiceField(choices=ACTIONS, required=False)
    bonus = forms.DecimalField(min_value=0, max_value=MOST_PAID, decimal_places=2, required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, known: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["annotators"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(name, name) for name in known]

    def clean(self) -> dict[str, Any]:
        """Ask for the reason of an exclusion."""
        fields = super().clean() or {}
        if fields.get("action") == "exclude" and not fields.get("reason", "").strip():
            self.add_error("reason", "Give a reason for the exclusion.")
        return fields


class ConsentForm(forms.Form):
    """Consent to the text shown."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    # What the page said of data about people; compared where it is sent.
    terms = forms.CharField(widget=forms.HiddenInput, required=False)
    agrees = forms.BooleanField(label=gettext_lazy("I have read this and agree to take part"))

"""Forms of projects, invitations and guidelines."""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Any, ClassVar

from django import forms
from django.core.validators import validate_email

from annotation_site.creators.forms import CreatorsField
from annotation_site.projects.contested import ContestedForm
from annotation_site.projects.models import Guideline, Project, Role
from annotation_site.projects.services.invitations import MOST_ADDRESSES
from annotation_site.projects.services.members import LONGEST_INVITATION_DAYS, MOST_USES
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.languages import find_tag
from annotation_site.web.choices import name_choice
from annotation_site.web.forms import ShownOnceForm
from annotation_site.web.names import NameField

LONGEST_DESCRIPTION = 10_000
WRONG_SHOWN = 10
LONGEST_TAG = 35
LONGEST_LANGUAGE = 100


class LanguageField(forms.CharField):
    """A language, typed or chosen from the list of forms/_languages.html, by its name or BCP 47 tag; its value is the
    tag. The API takes tags alone.
    """

    def __init__(self, **options: Any) -> None:
        attributes = {"list": "languages", "autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}
        super().__init__(max_length=LONGEST_LANGUAGE, widget=forms.TextInput(attrs=attributes), **options)

    def clean(self, value: Any) -> str:
        """Return the tag."""
        typed = str(super().clean(value))
        tag = find_tag(typed)
        if tag is None or len(tag) > LONGEST_TAG:
            raise forms.ValidationError(
                f"“{typed}” is not in the list of languages. Enter its language tag, such as grc, quz or ar-EG."
            )
        return tag


def people_for_each_item(label: str, *, initial: int, help_text: str) -> forms.IntegerField:
    """Return the field for the number of annotators, with the wording of a kind."""
    return forms.IntegerField(label=label, min_value=1, max_value=50, initial=initial, help_text=help_text)


def order_of_items(label: str, choices: Sequence[tuple[str, str]], *, initial: str) -> forms.ChoiceField:
    """Return the field for the order in which items are assigned, with the wording of a kind."""
    return forms.ChoiceField(label=label, choices=choices, initial=initial, widget=forms.RadioSelect)


def feedback_to_annotators(*, help_text: str) -> forms.BooleanField:
    """Return the field for feedback, with the wording of a kind that gives it."""
    return forms.BooleanField(label="Feedback to annotators", required=False, help_text=help_text)


class ProjectForm(ContestedForm):
    """The settings of a project: pages, services and the API all derive them from this declaration.

    A kind's form adds its own settings, and rewords the shared ones. Settings in `fixed` are set when a project starts
    and cannot change; those in `later` are available once it exists; `withheld` ones are shown to managers alone,
    because they help annotators to guess which items are checks or controls. A setting is a field of Project or of the
    kind's model.
    """

    fixed: ClassVar[tuple[str, ...]] = ()
    # Settings that matter only once another one is on: the sentence about the defaults leaves them out.
    dependent: ClassVar[tuple[str, ...]] = ()
    later: ClassVar[tuple[str, ...]] = ("creators",)
    withheld: ClassVar[tuple[str, ...]] = ()
    # Asked with a new project, without being settings.
    beside: ClassVar[tuple[str, ...]] = ("request_id", "guideline")
    guideline_help: ClassVar[str] = ""
    # What an item is called.
    noun: ClassVar[str] = "item"

    # Makes sending it twice harmless.
    request_id = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(max_length=120)
    description = forms.CharField(
        required=False,
        max_length=LONGEST_DESCRIPTION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Markdown. Shown to members.",
    )
    annotators_per_item = people_for_each_item("Annotators for each item", initial=2, help_text="")
    spread = order_of_items("Order", Project.Spread.choices, initial=Project.Spread.OVERLAP)
    creators = CreatorsField()
    guideline = forms.CharField(
        label="Guidelines", required=False, max_length=LONGEST_GUIDELINE, widget=forms.Textarea(attrs={"rows": 8})
    )

    def __init__(self, *args: Any, is_new: bool = True, is_begun: bool = False, **more: Any) -> None:
        """Prepare the form for a new project, or for the settings of an existing one that may still change."""
        super().__init__(*args, **more)
        for name in self.later if is_new else (*self.fixed, *self.beside):
            del self.fields[name]
        if is_new:
            self.fields["guideline"].help_text = f"In Markdown. {self.guideline_help}"
        else:
            self.remember_opening()
            self._require_shown_numbers()
        if is_begun and "annotators_per_item" in self.fields:
            required = self.fields["annotators_per_item"]
            required.disabled = True
            required.help_text = (
                f"Cannot be changed after the first {self.noun} was assigned, because {self.noun}s must be comparable."
            )

    def _require_shown_numbers(self) -> None:
        """Require the numbers that the page shows; a program that sends none leaves them as they are."""
        for name in self.later:
            field = self.fields.get(name)
            if isinstance(field, forms.IntegerField) and (not self.is_bound or self.add_prefix(name) in self.data):
                field.required = field.widget.is_required = True

    def read_settings(self) -> dict[str, Any]:
        """Return the values as the services take them."""
        return dict(self.cleaned_data)

    def list_shared(self) -> list[forms.BoundField]:
        """Return the fields of settings that every kind has, in their order."""
        return [self[name] for name in ProjectForm.list_settings() if name in self.fields]

    def list_required(self) -> list[forms.BoundField]:
        """Return the fields of a new project without a default: its name and languages."""
        return [self[name] for name in self.list_settings() if name in self.fields and self.find_initial(name) is None]

    def list_defaults(self) -> list[forms.BoundField]:
        """Return the fields of a new project that have a default, the guidelines last."""
        required = {"request_id", "guideline", *(field.name for field in self.list_required())}
        return [*(field for field in self.visible_fields() if field.name not in required), self["guideline"]]

    def describe_defaults(self) -> str:
        """Return in a sentence what a new project has unless somebody changes it."""
        parts = []
        for field in self.list_defaults():
            if field.name in self.dependent:
                continue
            initial, label = field.field.initial, _in_a_sentence(str(field.label))
            if isinstance(field.field, forms.IntegerField) and initial is not None:
                parts.append(f"{initial} {label}")
            elif isinstance(field.field, forms.ChoiceField) and initial is not None:
                choices: Any = field.field.choices
                parts.append(f"{label}: {_in_a_sentence(name_choice(str(dict(choices)[initial])))}")
        return f"{'; '.join(parts)}; no guidelines yet."

    @property
    def has_wrong_default(self) -> bool:
        """Return whether a field behind “Change defaults” has an error, so that it is to be shown."""
        return any(field.errors for field in self.list_defaults())

    def list_rest(self) -> list[forms.BoundField]:
        """Return the kind's own fields that may change later."""
        others = {*ProjectForm.base_fields, *self.fixed, *self.beside}
        return [field for field in self.visible_fields() if field.name not in others]

    @classmethod
    def list_settings(cls) -> list[str]:
        """Return the names of all settings."""
        return [name for name in cls.base_fields if name not in cls.beside]

    @classmethod
    def find_initial(cls, name: str) -> Any:
        """Return the default of a setting, or None if it is required."""
        field = cls.base_fields[name]
        return field.initial if field.required or field.initial is not None else ""

    @classmethod
    def complete(cls, settings: dict[str, Any]) -> dict[str, Any]:
        """Return the settings of a new project, with defaults for missing ones."""
        first = {name: cls.find_initial(name) for name in cls.list_settings() if name not in cls.later}
        completed = {name: value for name, value in {**first, **settings}.items() if value is not None}
        if wrong := first.keys() ^ completed.keys():
            raise TypeError(f"A new project has not, or not only, these settings: {', '.join(sorted(wrong))}.")
        return completed


def _in_a_sentence(name: str) -> str:
    """Return a name as written inside a sentence; WAGS keeps its capitals."""
    return name if name.isupper() else f"{name[:1].lower()}{name[1:]}"


class InvitationForm(ShownOnceForm):
    """The role that a link grants, and its limits."""

    role = forms.ChoiceField(choices=Role, widget=forms.RadioSelect, initial=Role.ANNOTATOR)
    note = forms.CharField(max_length=120, required=False, help_text="For your reference, such as the recipient.")
    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=LONGEST_INVITATION_DAYS, initial=14)
    use_limit = forms.IntegerField(
        label="Number of people",
        min_value=1,
        max_value=MOST_USES,
        initial=1,
        help_text="Anyone with the link can use it, so choose the smallest number you need.",
    )


class MailedInvitationForm(ShownOnceForm):
    """Addresses that get a link each, and the role that it grants."""

    addresses = forms.CharField(
        label="Email addresses",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
        help_text=f"One per line or separated by commas, up to {MOST_ADDRESSES}. Each person gets their own link.",
    )
    role = forms.ChoiceField(choices=Role, widget=forms.RadioSelect, initial=Role.ANNOTATOR)
    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=LONGEST_INVITATION_DAYS, initial=14)

    def clean_addresses(self) -> list[str]:
        """Return the addresses in lower case, each once; name the lines of those that are none. Those that stand there
        more than once are `repeated`.
        """
        addresses: list[str] = []
        wrong: list[str] = []
        repeated = self.cleaned_data["repeated"] = []
        for number, line in enumerate(self.cleaned_data["addresses"].splitlines(), start=1):
            for text in filter(None, (part.strip() for part in re.split("[,;]", line))):
                address = parseaddr(text)[1].lower() if "<" in text else text.lower()
                try:
                    validate_email(address)
                except forms.ValidationError:
                    wrong.append(f"Line {number}: “{text[:100]}” is not an email address.")
                else:
                    (repeated if address in addresses else addresses).append(address)
        if len(addresses) > MOST_ADDRESSES:
            wrong.append(f"There are {len(addresses)} addresses; send at most {MOST_ADDRESSES} at a time.")
        if wrong or not addresses:
            raise forms.ValidationError(wrong[:WRONG_SHOWN] or "Enter an email address.")
        return addresses


class GuidelineForm(forms.Form):
    """The next version of the guidelines; `based_on` is the version that was open when writing began."""

    text = forms.CharField(
        label="Text",
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "true", "class": "mono"}),
        help_text="Markdown: # heading, **bold**, *italic*, - list, 1. numbered list, tables with |.",
    )
    change_note = forms.CharField(
        label="Summary of changes",
        max_length=200,
        required=False,
        help_text="One line, shown to annotators and in the history.",
    )
    based_on = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def clean_text(self) -> str:
        """Replace CRLF, which browsers send: the text is stored, hashed and compared with plain line ends."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n")

    @classmethod
    def after(cls, latest: Guideline | None) -> "GuidelineForm":
        """Return the unsubmitted form with the current text."""
        return cls(initial={"text": latest.text if latest else "", "based_on": latest.version if latest else 0})

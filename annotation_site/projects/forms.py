"""Forms of invitations and guidelines."""

from django import forms

from annotation_site.projects.models import Guideline, Role
from annotation_site.projects.services.members import LONGEST_INVITATION_DAYS, MOST_USES
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.web.forms import ShownOnceForm


class InvitationForm(ShownOnceForm):
    """Whom a link lets in, for how long, how often."""

    role = forms.ChoiceField(choices=Role, widget=forms.RadioSelect, initial=Role.ANNOTATOR)
    note = forms.CharField(
        max_length=120, required=False, help_text="For you, to tell links apart: whom you send it to."
    )
    days = forms.IntegerField(
        label="Holds for how many days", min_value=1, max_value=LONGEST_INVITATION_DAYS, initial=14
    )
    use_limit = forms.IntegerField(
        label="Lets how many people in",
        min_value=1,
        max_value=MOST_USES,
        initial=1,
        help_text="Whoever has the link can use it, so keep this as small as it can be.",
    )


class GuidelineForm(forms.Form):
    """The next version of the guidelines; `based_on` is the version that was open when writing began."""

    text = forms.CharField(
        label="Text",
        max_length=LONGEST_GUIDELINE,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "true", "class": "mono"}),
        help_text="Markdown: # heading, **bold**, *italic*, - list, 1. numbered list, tables with |.",
    )
    change_note = forms.CharField(
        label="What changed",
        max_length=200,
        required=False,
        help_text="One line for the annotators and for whoever reads the history.",
    )
    based_on = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def clean_text(self) -> str:
        """Browsers send CRLF; the text is kept, hashed and compared with plain line ends."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n")

    @classmethod
    def after(cls, latest: Guideline | None) -> "GuidelineForm":
        """The form as it is first shown: with the text as it stands."""
        return cls(initial={"text": latest.text if latest else "", "based_on": latest.version if latest else 0})

"""What a manager says when handing in a system's output."""

from typing import Any

from django import forms
from django.utils.formats import date_format

from annotation_site.projects.models import Project, Release
from evaluation.outputs import DETECT

# A literal piece of each format that is one file, by which people recognise theirs.
EXAMPLES = {
    "pharaoh": "1-0 2-1",
    "talp": "2-2 19p25",
    "question": "0-0 0?17",
    "suffix": "0-0S 11-20P",
    "xl-wa": "source, target and links in one row",
    "naacl": "18 3 4 S",
    "giza": "NULL ({ 3 }) the ({ 1 })",
    "giza-sp": "Regina ({ 4 p1 / / })",
    "mt-equal": "113 it_en sys1 1 Sure alignment 4-2 4-3",
    "jsonl": '{"id": "113", "sure": "3-0"}',
}


class ReleaseField(forms.ModelChoiceField):
    """Releases under their number and day."""

    def label_from_instance(self, release: Release) -> str:
        return f"Release {release.number}, {date_format(release.created_at, 'j F Y')}"


class SystemOutputForm(forms.Form):
    """One file of links for the pairs of one release."""

    name = forms.CharField(
        label="System", max_length=120, help_text="Its name on the board, such as “fast_align, grow-diagonal”."
    )
    release = ReleaseField(queryset=Release.objects.none(), empty_label=None)
    file = forms.FileField(
        help_text="One line per sentence pair, in the order of the release’s <code>source.txt</code>."
    )
    alignment_format = forms.ChoiceField(
        label="Format",
        choices=[(name, f"{name}:  {example}") for name, example in EXAMPLES.items()],
    )
    base = forms.ChoiceField(
        label="Words are counted",
        choices=[(DETECT, "as the file shows"), ("0", "from 0"), ("1", "from 1")],
        initial=DETECT,
        widget=forms.RadioSelect,
    )
    is_reversed = forms.BooleanField(label="The file gives target–source instead of source–target", required=False)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["release"]
        field.queryset = project.releases.defer("manifest").order_by("-number")  # type: ignore[attr-defined]
        field.initial = field.queryset.first()  # type: ignore[attr-defined]

    def service_arguments(self) -> dict[str, Any]:
        """What `add_system_output` takes, from a valid form."""
        return {**self.cleaned_data, "file_name": self.cleaned_data["file"].name}

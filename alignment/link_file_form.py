"""A file of links as its uploader describes it: for suggestions, and for what a system put out."""

from typing import Any

from django import forms

from alignment.link_files import DETECT

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


class LinkFileForm(forms.Form):
    """One file of links, one line per sentence pair."""

    file = forms.FileField(max_length=255)
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

    def service_arguments(self) -> dict[str, Any]:
        """What the service that takes the file in wants, from a valid form."""
        return {**self.cleaned_data, "file_name": self.cleaned_data["file"].name}

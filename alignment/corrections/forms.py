"""The words of a pair, to be corrected."""

from typing import Any

from django import forms

from annotation_site.texts.format_characters import clean
from annotation_site.texts.tokens import tokenise


class CorrectionForm(forms.Form):
    """Both sentences, words separated by spaces; submitted once for a preview, and again to confirm."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=1, max_value=32_767, widget=forms.HiddenInput)
    source = forms.CharField(widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "true"}))
    target = forms.CharField(widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "true"}))
    keep_respelled = forms.BooleanField(
        label="Keep links and marks of respelled words",
        required=False,
        help_text="Applies where the number of words is unchanged.",
    )

    def __init__(self, *args: Any, source: str, target: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].label, self.fields["target"].label = source, target

    def clean_source(self) -> list[str]:
        return tokenise(clean(" ".join(self.cleaned_data["source"].splitlines())), "", "spaces")

    def clean_target(self) -> list[str]:
        return tokenise(clean(" ".join(self.cleaned_data["target"].splitlines())), "", "spaces")

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the services, from a valid form."""
        return {
            "source_tokens": self.cleaned_data["source"],
            "target_tokens": self.cleaned_data["target"],
            "keep_respelled": self.cleaned_data["keep_respelled"],
        }

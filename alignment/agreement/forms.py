"""Form for agreement by word frequency."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class FrequencyForm(forms.Form):
    side = forms.ChoiceField(label=_("Words of"), choices=[("source", ""), ("target", "")])
    starts = forms.CharField(label=_("Lower bounds of frequency bands"), initial="0, 1, 16", max_length=200)
    file = forms.FileField(
        label=_("Frequency list"),
        required=False,
        max_length=255,
        help_text=_(
            "UTF-8; one word, tab and count per line, such as from an aligner’s training text. Without a list, the "
            "words of this project are counted."
        ),
    )

    def __init__(self, *args: Any, languages: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = list(zip(("source", "target"), languages, strict=True))

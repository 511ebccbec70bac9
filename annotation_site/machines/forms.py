"""Forms of machines: what one is, a key for its program, and a file of its answers."""

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation_site.machines.models import Machine
from annotation_site.machines.services import LONGEST_KEY_DAYS
from annotation_site.previews.forms import PreviewForm
from annotation_site.web.choices import explain
from annotation_site.web.days import DayField
from annotation_site.web.forms import ShownOnceForm
from annotation_site.web.names import NameField

LONGEST_PROMPT = 50_000


class MachineForm(forms.Form):
    """A declaration of a machine, with the use of its answers."""

    name = NameField(max_length=120, help_text="For members of this project, such as “GPT, five examples”.")
    model = NameField(max_length=200, help_text="As its maker names it, such as “eflomal” or “LaBSE”.")
    version = NameField(max_length=120, required=False)
    prompt = forms.CharField(
        label="Prompt or settings",
        max_length=LONGEST_PROMPT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
        help_text="In full: releases publish it.",
    )
    licence = forms.CharField(max_length=200, required=False, help_text="Licence of the model or of its answers.")
    dated = DayField(label="Date of the answers")
    use = forms.ChoiceField(label="Use of its answers", widget=forms.RadioSelect, initial=Machine.Use.HIDDEN)

    def __init__(self, *args: Any, uses: Sequence[tuple[Machine.Use, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        use = self.fields["use"]
        assert isinstance(use, forms.ChoiceField)
        use.choices = [(choice.value, explain(str(choice.label), consequence)) for choice, consequence in uses]


class KeyForm(ShownOnceForm):
    """A key for the program of a machine."""

    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=LONGEST_KEY_DAYS, initial=30)


class AnswersForm(PreviewForm):
    """A file of answers, and the machine that gave them."""

    machine = forms.ModelChoiceField(queryset=Machine.objects.none(), empty_label=None)
    file = forms.FileField(max_length=255, help_text="JSON Lines: one answer a line.")
    field_order = ("machine", "file")

    def __init__(self, *args: Any, machines: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        machine = self.fields["machine"]
        assert isinstance(machine, forms.ModelChoiceField)
        machine.queryset = machines


class ConfirmForm(forms.Form):
    """Consent to leave out lines with errors."""

    leave_out_rejected = forms.BooleanField(required=False)

"""Forms that upload files."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile


class PreviewForm(forms.Form):
    """Files to preview, or settings to preview them with; sending it twice gives one job."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)


class ColumnsForm(forms.Form):
    """Assignment of the columns of a table to contents; `labels` holds name, whether one is needed, and help."""

    def __init__(
        self,
        *args: Any,
        labels: Mapping[str, tuple[str, bool, str]],
        columns: Sequence[str],
        proposed: Mapping[str, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, name) for name in columns]
        for part, (label, is_required, help_text) in labels.items():
            self.fields[part] = forms.ChoiceField(
                label=label,
                required=is_required,
                help_text=help_text,
                choices=choices if is_required else [("", "none"), *choices],
                initial=proposed.get(part, ""),
            )


class FilesInput(forms.ClearableFileInput):
    """A control that takes several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, in the order in which they were chosen, each validated; too many are refused before
    any is stored.
    """

    widget = FilesInput

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(max_length=255, **options)
        self.most = most

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Return the files; an empty list if none is required."""
        files = [each for each in data if each] if isinstance(data, (list, tuple)) else [data] if data else []
        if len(files) > self.most:
            raise forms.ValidationError(f"Choose at most {self.most} files.")
        one = super().clean
        if not files and self.required:
            one(None, initial)
        return [one(each, initial) for each in files]

"""Forms by which a project starts with the settings of a study, and those of a study that runs."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from annotation_site.exclusions.forms import ExcludeForm
from annotation_site.projects.forms import LanguageField
from annotation_site.web.names import NameField
from idiomaticity.crowd.codes import MOST_PEOPLE
from idiomaticity.studies.study_files import LARGEST_FILE


class StartForm(forms.Form):
    """The name of the new project."""

    # Makes sending it twice harmless.
    request_id = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(max_length=120)


class StartPublishedForm(StartForm):
    """A new project by a published study, in any language."""

    language = LanguageField(
        help_text="Language of the compounds. Determines the position of the head and the default questions."
    )


class StartFromFileForm(StartForm):
    """A new project by a study file, whose name it has unless another one is given."""

    name = NameField(max_length=120, required=False, help_text="Leave empty for the name in the file.")
    file = forms.FileField(
        label="Study file", help_text="JSON, as “Download study file” of a study of this or another site."
    )

    field_order = ("file", "name")

    def clean_file(self) -> UploadedFile:
        """Refuse a file that is too large to be read at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError(f"The file is larger than {LARGEST_FILE >> 20} MB.")
        return file


class ExtendForm(forms.Form):
    """Places to add."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput)
    places = forms.IntegerField(label="Places to add", min_value=1, max_value=MOST_PEOPLE)


class ReplaceForm(ExcludeForm):
    """The participants to exclude, by pseudonym, with one reason, and whether the link is opened for others."""

    annotators = forms.TypedMultipleChoiceField(coerce=str, widget=forms.MultipleHiddenInput)
    opens_link = forms.BooleanField(label="Open the link for their replacements", required=False)

    def __init__(self, *args: Any, names: Collection[str], is_open: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["annotators"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]
        if is_open:
            del self.fields["opens_link"]

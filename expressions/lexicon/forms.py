"""Forms of the lexicon."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from annotation_site.assignments.forms import OperationForm
from expressions.lexicon.models import LONGEST_NOTE

LARGEST_FILE = 10 << 20


class SmallFileForm(OperationForm):
    """A file that is read at once."""

    file = forms.FileField(max_length=255)

    def clean_file(self) -> UploadedFile:
        """Refuse a file that is too large to be read at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError(f"The file is larger than {LARGEST_FILE >> 20} MB.")
        return file


class CaseForm(OperationForm):
    """The decision about a lexical item."""

    decision = forms.CharField(required=False, max_length=40)
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)
    removes = forms.BooleanField(required=False)

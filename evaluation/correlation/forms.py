"""Forms for studies and correlations."""

from django import forms

from annotation_site.previews.forms import PreviewForm
from annotation_site.web.names import NameField


class StudyForm(PreviewForm):
    """A named study and the file of its judgements."""

    name = NameField(max_length=120, help_text="Shown in results, such as authors and year.")
    file = forms.FileField(
        max_length=255,
        help_text="XLSX, ODS, CSV, TSV or JSON; you assign columns on the next page. Systems are matched by name, "
        "segments by number; in files with error spans, segments are matched by source text.",
    )

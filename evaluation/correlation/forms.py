"""Forms for studies and correlations."""

from django import forms


class StudyForm(forms.Form):
    name = forms.CharField(max_length=120, help_text="By which it is known here, such as authors and year.")
    file = forms.FileField(
        max_length=255,
        help_text="A table (XLSX, CSV, TSV, JSON Lines); its columns tell what it holds. Systems go by their names "
        "here, segments by number.",
    )

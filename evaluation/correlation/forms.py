"""Forms for studies and correlations."""

from typing import Any

from django import forms


class StudyForm(forms.Form):
    name = forms.CharField(max_length=120, help_text="Shown in results, such as authors and year.")
    file = forms.FileField(
        max_length=255,
        help_text="XLSX, CSV, TSV, JSON or JSON Lines. Systems are matched by name, segments by number; "
        "in files with error spans, segments are matched by source text.",
    )

    def service_arguments(self) -> dict[str, Any]:
        """Return what `import_human_study` wants, from a valid form."""
        file = self.cleaned_data["file"]
        return {"name": self.cleaned_data["name"], "file": file, "file_name": file.name}

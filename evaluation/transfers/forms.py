"""Form for transferring accepted hits to another project."""

from collections.abc import Sequence
from typing import Any

from django import forms

from alignment.imports.forms import TOKENS
from annotation_site.projects.models import Project
from annotation_site.web.names import LONGEST_NAME, NameField
from evaluation.transfers.services import OCCURRENCES, TARGET_WORDS, TEST_SET

USES = {
    TEST_SET: "Create a test set",
    TARGET_WORDS: "Import for word alignment",
    OCCURRENCES: "Import for compositionality ratings",
}


class TransferForm(forms.Form):
    """The use of the hits, with the fields that this use needs."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    use = forms.CharField(widget=forms.HiddenInput)
    project = forms.ChoiceField(label="Project")
    name = NameField(label="Name of the test set", max_length=LONGEST_NAME)
    tokens = forms.ChoiceField(label="Tokenisation", choices=TOKENS, initial="spaces", widget=forms.RadioSelect)

    def __init__(self, *args: Any, use: str, projects: Sequence[Project], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"{use}_%s"
        self.title, self.has_projects = USES[use], bool(projects)
        choice = self.fields["project"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(project.slug, project.name) for project in projects]
        if use != TEST_SET:
            del self.fields["name"]
        if use != TARGET_WORDS:
            del self.fields["tokens"]

"""The form that deletes a project."""

from django import forms


class DeleteForm(forms.Form):
    """The project's name, typed by whoever deletes it."""

    name = forms.CharField(
        label="Name of the project",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text="Type it as it is shown above.",
    )

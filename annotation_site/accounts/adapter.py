"""Sign-up by invitation only."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import ChangePasswordForm, SignupForm
from django import forms
from django.http import HttpRequest

from annotation_site.accounts.models import User
from annotation_site.projects.models import Invitation

INVITATION_IN_SESSION = "invitation_digest"


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Opens the sign-up page only to people with a valid invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether the session carries an invitation that can still be used."""
        digest = request.session.get(INVITATION_IN_SESSION)
        return bool(digest) and Invitation.objects.usable().filter(digest=digest).exists()


class SignUpForm(SignupForm):
    """allauth's form with the name that colleagues will see."""

    name = forms.CharField(max_length=120, label="Your name", widget=forms.TextInput(attrs={"autocomplete": "name"}))
    field_order = ["name", "email", "password1", "password2"]

    def save(self, request: HttpRequest) -> Any:
        """Create the account and store the name."""
        user: User | None = super().save(request)
        if user is not None:
            user.name = self.cleaned_data["name"]
            user.save(update_fields=["name"])
        return user


class NewPasswordForm(ChangePasswordForm):
    """allauth's form with the wording of our other pages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"oldpassword": "Current password", "password1": "New password", "password2": "New password (again)"}
        for name, label in labels.items():
            self.fields[name].label = label

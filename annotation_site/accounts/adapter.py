"""Sign-up by invitation only, and limits by network."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import ChangePasswordForm, SignupForm
from django import forms
from django.http import HttpRequest

from annotation_site.accounts.models import User
from annotation_site.projects.models import Invitation

INVITATION_IN_SESSION = "invitation_digest"
IPV6_PREFIX = 64


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Opens the sign-up page only to people with a valid invitation, and counts attempts by network."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether the session carries an invitation that can still be used."""
        digest = request.session.get(INVITATION_IN_SESSION)
        return bool(digest) and Invitation.objects.usable().filter(digest=digest).exists()

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the network by which limits count: of IPv6 a /64, because one household has so many addresses."""
        address = ip_address(super().get_client_ip(request))
        if isinstance(address, IPv6Address):
            # A socket for both families writes the addresses of IPv4 in the form of IPv6, all of them in one /64.
            return str(address.ipv4_mapped or IPv6Network((int(address), IPV6_PREFIX), strict=False).network_address)
        return str(address)


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

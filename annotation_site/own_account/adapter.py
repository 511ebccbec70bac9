"""Sign-up by invitation only, and limits by network."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import ChangePasswordForm, SignupForm, UserTokenForm
from allauth.account.internal.flows.email_verification import send_verification_email_for_user
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext_lazy, gettext_noop
from django.utils.translation import gettext as _

from annotation_site.accounts.backend import awaits_confirmation
from annotation_site.accounts.models import User
from annotation_site.notices.forms import TIME_ZONES
from annotation_site.projects.models import Invitation
from annotation_site.web.mail import sends_mail
from annotation_site.web.names import NameField

INVITATION_IN_SESSION = "invitation_digest"
IPV6_PREFIX = 64
# Sentences of allauth, whose own translations know Portuguese by country alone.
THEIRS = [
    gettext_noop("Email"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Remember Me"),
    gettext_noop("Forgot your password?"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Code"),
    gettext_noop("Authenticator code"),
    gettext_noop("You must type the same password each time."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect password."),
    gettext_noop("Incorrect code."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("You cannot add more than %d email addresses."),
]
CONFIRMATION_SENT = "account/messages/email_confirmation_sent.txt"


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

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *more: Any, **named: Any
    ) -> None:
        """Show a message, except that a mail was sent to somebody who signs up: the page says so to everybody; and
        never where none was sent.
        """
        if message_template == CONFIRMATION_SENT and not (request.user.is_authenticated and sends_mail()):
            return
        super().add_message(request, level, message_template, *more, **named)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return to the invitation that was opened in this browser, by way of signing in."""
        if self.request.user.is_authenticated or INVITATION_IN_SESSION not in self.request.session:
            return str(super().get_email_verification_redirect_url(email_address))
        return f"{reverse('account_login')}?{urlencode({'next': reverse('projects:join')})}"


class SignUpForm(SignupForm):
    """allauth's form with the name that colleagues will see. Where the site confirms addresses, it answers alike for an
    address with an account and one without: by a mail.
    """

    name = NameField(
        max_length=120, label=gettext_lazy("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    # Filled in by the browser; without a script it is UTC until the person chooses.
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-own-time-zone": ""}))
    field_order = ["name", "email", "password1", "password2"]

    def validate_unique_email(self, value: str) -> str:
        """Note whether there is an account with the address; without confirmation, refuse it."""
        if not settings.SIGN_UP_CONFIRMS_ADDRESS:
            return str(super().validate_unique_email(value))
        self.account_already_exists = User.objects.filter(email__iexact=value).exists()
        return value.lower()

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        """Create the account and send a mail to confirm it, or only a mail to the person who has one."""
        if not settings.SIGN_UP_CONFIRMS_ADDRESS:
            saved: tuple[User | None, HttpResponseBase | None] = super().try_save(request)
            return saved
        email, adapter = self.cleaned_data["email"], get_adapter(request)
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            user = self.save(request)
        else:
            make_password(self.cleaned_data["password1"])  # takes as long as saving one
        if awaits_confirmation(user):
            send_verification_email_for_user(request, user)
        else:
            adapter.send_account_already_exists_mail(email)
        return None, adapter.respond_email_verification_sent(request, None)

    def save(self, request: HttpRequest) -> Any:
        """Create the account and store name and time zone."""
        user: User | None = super().save(request)
        if user is not None:
            user.name = self.cleaned_data["name"]
            if self.cleaned_data["time_zone"] in TIME_ZONES:
                user.time_zone = self.cleaned_data["time_zone"]
            user.language = get_language() or ""
            user.save(update_fields=["name", "time_zone", "language"])
        return user


class ResetLinkForm(UserTokenForm):
    """allauth's check of a link in a mail, which would sign out whoever opens one of another account: a visit, to which
    any site can lead, ends no session.
    """

    def clean(self) -> dict[str, Any]:
        """Refuse the link of another account, which the page then says."""
        cleaned: dict[str, Any] = super().clean()
        request = context.request
        if request.user.is_authenticated and request.user != self.reset_user:
            request.is_link_of_another = True
            raise get_adapter().validation_error("invalid_password_reset")
        return cleaned


class NewPasswordForm(ChangePasswordForm):
    """allauth's form with the wording of our other pages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {
            "oldpassword": _("Current password"),
            "password1": _("New password"),
            "password2": _("New password (again)"),
        }
        for name, label in labels.items():
            self.fields[name].label = label

"""Sign-in by a provider of OpenID Connect, where the operator names one."""

import io
import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import DisconnectForm
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from requests import PreparedRequest, RequestException, Response, Session
from requests.adapters import BaseAdapter
from urllib3 import HTTPResponse

from annotation_site.accounts.models import User
from annotation_site.outgoing.exceptions import OutgoingError

ANSWER_SECONDS = 10
DISCOVERY = "/.well-known/openid-configuration"
# What allauth reads of the provider's description of itself.
ENDPOINTS = ("issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")
logger = logging.getLogger(__name__)


def find_provider() -> dict[str, Any] | None:
    """Return the provider by which people may sign in."""
    providers: list[dict[str, Any]] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    return providers[0] if providers else None


def context_of_provider(request: HttpRequest) -> dict[str, Any]:
    """Return the provider for the pages that offer it."""
    return {"sign_in_provider": find_provider()}


class BoundedAdapter(BaseAdapter):
    """Sends what allauth asks of the provider within the bounds of every call to the outside. Its description may
    name public hosts for tokens and people, and nothing inside the operator's network but itself.
    """

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Return the answer as allauth reads it."""
        # Of people who sign in this way alone: HTTPX takes 14 MB.
        from annotation_site.outgoing.sending import send

        headers = {name: str(value) for name, value in request.headers.items() if name != "Content-Length"}
        # allauth sends forms alone, which are text or bytes here and no stream.
        body: Any = request.body.encode() if isinstance(request.body, str) else request.body
        provider = find_provider()
        answer = send(
            request.method or "GET",
            request.url or "",
            headers=headers,
            content=body,
            seconds=ANSWER_SECONDS,
            origin=provider["settings"]["server_url"] if provider else "",
        )
        response = Response()
        response.status_code, response.url, response.request = answer.status, request.url or "", request
        response.headers.update(answer.headers)
        response.raw = HTTPResponse(io.BytesIO(answer.body), status=answer.status, preload_content=False)
        return response

    def close(self) -> None:
        """Close nothing: every call has a connection of its own."""


class ProviderSession(Session):
    """Requests to the provider, whose failure is a page instead of an error of this site."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.headers.clear()  # those of `outgoing` count
        for scheme in ("https://", "http://"):
            self.mount(scheme, BoundedAdapter())

    def request(self, *args: Any, **kwargs: Any) -> Response:
        """Return the answer; show the person what happened if there is none that can be used."""
        try:
            response = super().request(*args, **kwargs)
            response.raise_for_status()
            _require_object(response)
        except (OutgoingError, RequestException, ValueError, RecursionError) as error:
            logger.warning("The sign-in provider gave no answer that can be used: %s", error)
            page = render(context.request, "socialaccount/authentication_error.html", status=502)
            raise ImmediateHttpResponse(page) from error
        return response


class ProviderAdapter(DefaultSocialAccountAdapter):
    """Lets an address open an account only where both sides have verified it, and makes accounts for invited people."""

    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": gettext_lazy("Set a password first. Without one you could not sign in any more."),
    }

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Return the account that has confirmed the address which the provider has verified. In any other account
        somebody else could have entered it, and would keep the password.
        """
        address = _verified_address(sociallogin)
        confirmed = EmailAddress.objects.filter(email__iexact=address, verified=True).select_related("user").first()
        return (confirmed.user, address) if address and confirmed else None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Go on for people with an account and for invited ones whose verified address no account has; show the others
        how they get in.
        """
        is_known = sociallogin.is_existing or sociallogin.state.get("process") != AuthProcess.LOGIN
        if is_known or (self.is_open_for_signup(request, sociallogin) and _is_new(_verified_address(sociallogin))):
            return
        raise ImmediateHttpResponse(render(request, "socialaccount/unknown.html", status=403))

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Return the new account with the name that the provider knows, and the language of this browser.

        It is also the first moment at which allauth lets the answer be cut: it would keep all that the provider says of
        a person (roles, groups, numbers of staff) with the connection, and in the session of whoever signs up.
        """
        user: User = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        name = data.get("name") or " ".join(part for part in parts if part)
        user.name = str(name)[: User._meta.get_field("name").max_length]
        user.language = get_language() or ""
        account = sociallogin.account
        account.extra_data = {"sub": account.uid, "email": data.get("email") or "", "name": user.name}
        return user

    def get_requests_session(self) -> ProviderSession:
        return ProviderSession()


class DisconnectCurrentForm(DisconnectForm):
    """allauth's form without connections to a provider that the site no longer has: they open nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        provider = find_provider()
        current = provider["provider_id"] if provider else ""
        self.accounts = SocialAccount.objects.filter(user=self.request.user, provider=current)
        self.fields["account"].queryset = self.accounts


def _require_object(response: Response) -> None:
    """Raise ValueError unless the answer is an object of JSON, as allauth reads every one: a page of a proxy in its
    place is no answer, and a description without endpoints leads nowhere.
    """
    answer = response.json()
    if not isinstance(answer, dict):
        raise ValueError("not an object of JSON")
    if response.url.endswith(DISCOVERY):
        missing = [name for name in ENDPOINTS if not isinstance(answer.get(name), str)]
        if missing:
            raise ValueError(f"its description of itself lacks {', '.join(missing)}")


def _verified_address(sociallogin: SocialLogin) -> str:
    """Return the address that the provider has verified; `true` alone says so, and the word "false" is not false."""
    return next((address.email for address in sociallogin.email_addresses if address.verified is True), "")


def _is_new(address: str) -> bool:
    return bool(address) and not filter_users_by_email(address)

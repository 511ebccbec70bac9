"""The account page: name, ways to sign in, tokens for programs."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.accounts.models import ApiToken
from annotation_site.languages.locales import translated
from annotation_site.notices.forms import NoticeForm
from annotation_site.own_account.forms import LanguageForm, NameForm, TokenForm
from annotation_site.own_account.services import create_token, revoke_token
from annotation_site.projects.access import SIGNED_IN, SignedInRequest, admits
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.compression import shows_secret

ENDED_SHOWN = 20

ACCOUNT_FORMS: dict[str, Any] = {"name_form": NameForm, "language_form": LanguageForm}


@require_http_methods(["GET", "HEAD", "POST"])
@admits(SIGNED_IN)
@never_cache
@translated
def account(request: SignedInRequest) -> HttpResponse:
    """Show the account page; POST changes the name or the language."""
    if request.method != "POST":
        return _render(request)
    # Of one form, unless a program sends both fields.
    sent = {
        name: form(request.POST, instance=request.user)
        for name, form in ACCOUNT_FORMS.items()
        if form.base_fields.keys() & request.POST.keys()
    }
    if not sent or not all(form.is_valid() for form in sent.values()):
        return _render(request, **sent)
    for form in sent.values():
        form.save()
    messages.success(request, _("Saved."))
    return redirect("projects:account")


@require_POST
@admits(SIGNED_IN)
@never_cache
@reauthentication_required
@shows_secret
@translated
def token_create(request: SignedInRequest) -> HttpResponse:
    """Create a token and show it, only this once. A browser left open is not enough: the password is asked for."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _render(request, token_form=form)
    if not form.claim(request.user):
        messages.warning(
            request, _("This token has already been shown. If you lost it, revoke it and create a new one.")
        )
        return redirect("projects:account")
    try:
        token, secret = create_token(
            user=request.user,
            name=form.cleaned_data["name"],
            scope=form.cleaned_data["scope"],
            days=form.cleaned_data["days"],
        )
    except DomainError as error:
        form.give_back(request.user)
        form.add_error(None, error.sentence)
        return _render(request, token_form=form)
    return _render(request, new_token=token, secret=secret)


@require_POST
@admits(SIGNED_IN)
@translated
def token_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    revoke_token(user=request.user, token_id=pk)
    messages.success(request, _("The token was revoked."))
    return redirect("projects:account")


def _render(
    request: SignedInRequest,
    *,
    name_form: NameForm | None = None,
    language_form: LanguageForm | None = None,
    token_form: TokenForm | None = None,
    **more: Any,
) -> HttpResponse:
    usable = ApiToken.objects.usable().filter(user=request.user)
    ended = ApiToken.objects.filter(user=request.user).exclude(pk__in=usable.values("pk"))
    context = {
        "name_form": name_form or NameForm(instance=request.user),
        "language_form": language_form or LanguageForm(instance=request.user),
        "notice_form": NoticeForm(
            initial={"notice_mails": request.user.notice_mails, "time_zone": request.user.time_zone}
        ),
        "token_form": token_form or TokenForm(),
        "usable_tokens": usable,
        "ended_tokens": ended[:ENDED_SHOWN],
        "now": timezone.now(),
        "secret": "",
        **more,
    }
    has_errors = any(form is not None and form.errors for form in (name_form, language_form, token_form))
    return render(request, "accounts/account.html", context, status=400 if has_errors else 200)

"""Choosing when to get notices by email, on the account page and by a link in each of them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.accounts.models import NoticeMails
from annotation_site.languages.locales import translated
from annotation_site.notices.forms import NoticeForm
from annotation_site.notices.services import choose_notice_mails, read_stopping
from annotation_site.projects.access import ANYBODY, SIGNED_IN, SignedInRequest, admits


@require_POST
@admits(SIGNED_IN)
@translated
def notices_choose(request: SignedInRequest) -> HttpResponse:
    """Store the choice of the account page."""
    form = NoticeForm(request.POST)
    if form.is_valid():
        choose_notice_mails(user=request.user, **form.cleaned_data)
        messages.success(request, _("Your choice was saved."))
    else:
        messages.error(request, _("Choose when to get notices, and your time zone. Nothing was changed."))
    return redirect("projects:account")


# Mail programs send the form for their owner, without having seen the page; the signature is all the right it needs.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@admits(ANYBODY)
@never_cache
@translated
def notices_stop(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask for confirmation, then stop notices to the person of the link, who need not be signed in."""
    user = read_stopping(signed)
    if request.method == "POST":
        choose_notice_mails(user=user, notice_mails=NoticeMails.NEVER)
    return render(request, "notices/stop.html", {"is_stopped": user.notice_mails == NoticeMails.NEVER})

"""Outgoing mail, for operators: never its text, and the account instead of the address."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.mail.models import Mail
from annotation_site.mail.services import retry_mail
from annotation_site.projects.abilities import require_operator
from annotation_site.web.access import SignedInRequest

PAGE_SIZE = 50


@require_safe
@login_required
@never_cache
def mail(request: SignedInRequest) -> HttpResponse:
    """Show mail by state, newest first."""
    require_operator(request.user)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in Mail.State.values else ""
    counts = dict(Mail.objects.order_by("state").values_list("state").annotate(n=Count("pk")))
    filters = [("", "All", sum(counts.values()))]
    filters += [(state.value, state.label, counts.get(state.value, 0)) for state in Mail.State]
    rows = Mail.objects.filter(state=chosen) if chosen else Mail.objects.all()
    page = Paginator(rows.select_related("recipient").defer("content"), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "mail/mail.html", {"page": page, "filters": filters, "chosen": chosen})


@require_POST
@login_required
def mail_retry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Send failed or waiting mail now."""
    retry_mail(user=request.user, mail=get_object_or_404(Mail.objects.for_operator(request.user), pk=pk))
    messages.success(request, "The mail will be sent as soon as a worker is free.")
    return redirect("projects:mail")

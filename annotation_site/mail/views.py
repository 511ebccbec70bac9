"""Outgoing mail, for operators: never its text, and the account instead of the address."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.mail.models import Mail
from annotation_site.mail.services import retry_mail
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.access import OPERATORS, SignedInRequest, admits
from annotation_site.web.pagination import filtered_page


@require_safe
@admits(OPERATORS)
@never_cache
def mail(request: SignedInRequest) -> HttpResponse:
    """Show mail by state, newest first."""
    require_operator(request.user)
    rows = Mail.objects.select_related("recipient").defer("content")
    counts = dict(Mail.objects.order_by("state").values_list("state").annotate(n=Count("pk")))
    counts = {"": sum(counts.values()), **dict.fromkeys(Mail.State.values, 0), **counts}
    labels = dict(Mail.State.choices)
    page = filtered_page(request, labels, counts, lambda state: rows.filter(state=state) if state else rows)
    return render(request, "mail/mail.html", page)


@require_POST
@admits(OPERATORS)
def mail_retry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Send failed or waiting mail now."""
    retry_mail(user=request.user, mail=get_object_or_404(Mail.objects.for_operator(request.user), pk=pk))
    messages.success(request, "The mail will be sent as soon as a worker is free.")
    return redirect("projects:mail")

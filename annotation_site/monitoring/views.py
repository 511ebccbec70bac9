"""Health of the site: for machines as JSON, for people as a page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.languages.locales import Locale, switch_locale
from annotation_site.monitoring import parts
from annotation_site.projects.access import ANYBODY, admits


@require_safe
@admits(ANYBODY)
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 if every part does its work, else 503; the session is not read, because it may be unavailable.

    `?web` leaves out all but the database: a web server is not to be restarted because its worker is missing.
    `?process` asks no part at all.
    """
    switch_locale(Locale())
    if "process" in request.GET:
        return JsonResponse({"ok": True, "version": settings.VERSION})
    findings = [parts.check_database()] if "web" in request.GET else parts.check_all()
    is_well = all(finding.is_well for finding in findings)
    status = 200 if is_well else 503
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        context = {"findings": findings, "is_well": is_well, "software_version": settings.VERSION}
        return HttpResponse(render_to_string("monitoring/health.html", context), status=status)
    answer = {finding.name: describe(finding) for finding in findings}
    return JsonResponse({"ok": is_well, "version": settings.VERSION, **answer}, status=status)


def describe(finding: parts.Finding) -> dict[str, object]:
    """Return the state of a part for machines, with what to do where it is not well."""
    answer: dict[str, object] = {"ok": finding.is_well, "detail": finding.sentence}
    return {**answer, "action": finding.remedy} if finding.remedy else answer

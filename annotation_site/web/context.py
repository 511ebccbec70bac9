"""Context of every template."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the version of the software, for the footer and for bug reports."""
    return {"software_version": settings.VERSION, "is_production": settings.IS_PRODUCTION}

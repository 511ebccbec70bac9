"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Version of the software, for the footer and for bug reports."""
    return {"version": settings.VERSION, "is_production": settings.IS_PRODUCTION}

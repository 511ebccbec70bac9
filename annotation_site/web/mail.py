"""The way of mail out of this site, which not every site has: pages promise mail only where there is one."""

from django.conf import settings
from django.http import HttpRequest


def sends_mail() -> bool:
    """Return whether the operator named a mail server."""
    return bool(settings.MAIL_TRANSPORT)


def context_of_mail(request: HttpRequest) -> dict[str, bool]:
    """Return `sends_mail` for templates."""
    return {"sends_mail": sends_mail()}

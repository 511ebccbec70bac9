"""System checks: what a production site lacks is said in a sentence, before anybody meets an error page, and no address
is left open.
"""

import logging
import os
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.checks import Warning as CheckWarning
from django.core.exceptions import ImproperlyConfigured

from annotation_site.web.mail import sends_mail

# What a production site cannot do without, and what stands still otherwise.
SERVERS = {
    "DATABASE_URL": "The site needs its PostgreSQL, for example postgresql://interlinea:PASSWORD@db/interlinea.",
    "REDIS_URL": "Jobs need their broker, for example redis://:PASSWORD@redis.example.org:6379/0.",
}
NO_MAIL = (
    "EMAIL_HOST is not set. No mail leaves this site: managers copy invitation links, addresses are not confirmed at "
    "sign-up, and nobody can reset a password by email."
)
SHORTEST_TOKEN = 24
OPEN_VIEW = "interlinea.open_view"
logger = logging.getLogger(__name__)


@register(Tags.urls)
def find_open_views(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each address whose view does not say whom it admits. Pages of sign-in are allauth's, which
    knows no projects.
    """
    # Loaded when it is asked for: commands that read files alone need neither.
    from annotation_site.projects.access import list_admissions
    from annotation_site.web.addresses import walk_routes

    return [
        Error(f"{name}: the view does not say whom it admits{f' to {method.upper()}' if method else ''}.", id=OPEN_VIEW)
        for name, route in walk_routes()
        for method, admission in list_admissions(route).items()
        if admission is None and not route.callback.__module__.startswith("allauth.")
    ]


@register(Tags.security)
def find_missing_servers(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each server that the environment of a production site does not name."""
    if not settings.IS_PRODUCTION:
        return []
    return [
        Error(f"{name} is not set. {sentence}", id=f"interlinea.{name.lower()}")
        for name, sentence in SERVERS.items()
        if not os.environ.get(name, "").strip()
    ]


@register(Tags.security)
def find_missing_mail(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return a warning for a production site from which no mail leaves: it works, and its pages say so."""
    if not settings.IS_PRODUCTION or sends_mail():
        return []
    return [CheckWarning(NO_MAIL, id="interlinea.email_host")]


@register(Tags.security)
def find_unsafe_proxy(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error if forms sent through a proxy would all be refused."""
    if not (settings.IS_PRODUCTION and settings.BEHIND_PROXY) or settings.CSRF_TRUSTED_ORIGINS:
        return []
    sentence = "CSRF_TRUSTED_ORIGINS is not set. Behind a proxy it names the public address, https:// included."
    return [Error(sentence, id="interlinea.csrf_trusted_origins")]


@register(Tags.security)
def find_guessable_token(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error if somebody could try out the token of the metrics, of which no attempt is counted."""
    if not settings.IS_PRODUCTION or not 0 < len(settings.METRICS_TOKEN) < SHORTEST_TOKEN:
        return []
    return [Error("METRICS_TOKEN is too short; use 40 random characters.", id="interlinea.metrics_token")]


@register(Tags.security)
def find_incomplete_provider(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error if nobody could sign in by the provider that is named, or its answers could be forged."""
    if not settings.IS_PRODUCTION or not settings.OIDC_ISSUER:
        return []
    missing = [name for name in ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET") if not getattr(settings, name)]
    sentences = [f"{name} is not set. The provider that OIDC_ISSUER names gave it to this site." for name in missing]
    if not settings.OIDC_ISSUER.startswith("https://"):
        sentences.append("OIDC_ISSUER must begin with https://; otherwise its answers can be forged.")
    return [Error(sentence, id="interlinea.oidc_issuer") for sentence in sentences]


def refuse_incomplete_start() -> None:
    """Raise ImproperlyConfigured with every error of these checks, and log their warnings: neither the web server nor
    Celery runs them.
    """
    own = [each for each in run_checks(tags=[Tags.security]) if (each.id or "").startswith("interlinea.")]
    errors = [each for each in own if each.is_serious()]
    for warning in (each for each in own if not each.is_serious()):
        logger.warning("%s", warning.msg)
    if errors:
        raise ImproperlyConfigured("\n".join(str(each.msg) for each in errors))

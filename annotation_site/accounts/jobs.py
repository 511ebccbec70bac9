"""The sweep of sessions that have ended."""

from importlib import import_module

from django.conf import settings

from annotation_site.jobs.registry import periodic


@periodic(3600)
def sweep_sessions() -> None:
    """Delete expired sessions, which Django keeps until somebody asks for this."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()

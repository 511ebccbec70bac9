"""The locale for whoever asks."""

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from annotation_site.accounts.models import User
from annotation_site.languages.locales import Locale, find_known_locale, match_language
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership, Project

# Pages and answers of other packages' views, which carry no mark.
TRANSLATED = ("/accounts/", "/api/")


def find_locale(request: HttpRequest) -> Locale:
    """Return the locale of an answer: English for programs and on managers' pages."""
    if "Authorization" in request.headers:
        return Locale()
    user = request.user
    if isinstance(user, User) and not user.has_account:
        return find_participant_locale(user)
    if not (getattr(request, "is_translated", True) or request.path.startswith(TRANSLATED)):
        return Locale()
    return find_user_locale(user) if isinstance(user, User) else find_browser_locale(request)


def find_participant_locale(user: User) -> Locale:
    """Return the locale of the one study in which somebody without an account takes part."""
    projects = Membership.objects.active().filter(user=user).values("project")
    project = Project.objects.filter(pk__in=projects).first()
    return find_kind(project.kind).find_locale(project) if project else Locale()


def find_user_locale(user: User) -> Locale:
    """Return the locale that a person with an account has chosen."""
    return Locale(match_language(user.language)) if user.language else Locale()


def find_browser_locale(request: HttpRequest) -> Locale:
    """Return the locale that a browser asks for, for people of whom nothing else is known."""
    request.is_in_browsers_language = True  # type: ignore[attr-defined]  # read by the middleware
    return Locale(get_language_from_request(request))


def find_locale_after_failure(request: HttpRequest) -> Locale:
    """Return a locale for an answer after a failure, without asking the database, which may be what failed."""
    return find_known_locale() or find_browser_locale(request)

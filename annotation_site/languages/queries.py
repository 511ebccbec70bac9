"""The voice for whoever asks."""

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from annotation_site.accounts.models import User
from annotation_site.languages.voices import Voice, find_known_voice, match_language
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership, Project

# Pages and answers of other packages' views, which carry no mark.
TRANSLATED = ("/accounts/", "/api/")


def find_voice(request: HttpRequest) -> Voice:
    """Return the voice of an answer: English for programs and on managers' pages."""
    if "Authorization" in request.headers:
        return Voice()
    user = request.user
    if isinstance(user, User) and not user.has_account:
        return find_voice_of_participant(user)
    if not (getattr(request, "is_translated", True) or request.path.startswith(TRANSLATED)):
        return Voice()
    return voice_for(user) if isinstance(user, User) else voice_of_browser(request)


def find_voice_of_participant(user: User) -> Voice:
    """Return the voice of the one study in which somebody without an account takes part."""
    projects = Membership.objects.active().filter(user=user).values("project")
    project = Project.objects.filter(pk__in=projects).first()
    return find_kind(project.kind).find_voice(project) if project else Voice()


def voice_for(user: User) -> Voice:
    """Return the voice that a person with an account has chosen."""
    return Voice(match_language(user.language)) if user.language else Voice()


def voice_of_browser(request: HttpRequest) -> Voice:
    """Return the voice that a browser asks for, for people of whom nothing else is known."""
    request.is_in_browsers_language = True  # type: ignore[attr-defined]  # read by the middleware
    return Voice(get_language_from_request(request))


def voice_at_hand(request: HttpRequest) -> Voice:
    """Return a voice for an answer after a failure, without asking the database, which may be what failed."""
    return find_known_voice() or voice_of_browser(request)

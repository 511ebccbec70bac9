"""Finding the annotator of a page about one person's work."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.languages.locales import Locale, switch_locale
from annotation_site.projects.abilities import can_manage, own_membership
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators


def find_annotator(user: User, project: Project, pk: int) -> tuple[Project, Membership, bool]:
    """Return the annotator, and whether the page must be limited to their own work: a manager who annotates too sees no
    more of themselves than any annotator, because it would end their blindness. Managers read English.
    """
    is_manager = can_manage(user, project)
    if is_manager:
        switch_locale(Locale())
    own = own_membership(user, project).filter(pk=pk).first()
    if own is not None:
        return project, own, True
    if not is_manager:
        raise Http404(_("There is no such annotator."))
    return project, get_object_or_404(list_annotators(project), pk=pk), False

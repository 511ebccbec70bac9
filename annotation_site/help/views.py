"""The built documentation, page by page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.static import serve

from annotation_site.projects.access import ANYBODY, admits


@require_safe
@admits(ANYBODY)
@cache_control(no_cache=True)  # a newer version has other pages under the same addresses
def show_help(request: HttpRequest, path: str = "index") -> HttpResponseBase:
    """Send a file of the documentation, a page also by its name alone; where nothing was built, a sentence."""
    if not (settings.HELP_ROOT / "index.html").is_file():
        sentence = _(
            "The documentation of this site has not been built. The people who run the site build it with “make docs”."
        )
        return render(request, "web/error.html", {"sentence": sentence}, status=404)
    return serve(request, path if "." in path else f"{path}.html", document_root=str(settings.HELP_ROOT))

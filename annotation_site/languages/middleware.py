"""The language of an answer."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from annotation_site.languages.locales import LazyLocale, using_lazy_locale
from annotation_site.languages.queries import find_locale


class LanguageMiddleware:
    """Answers participants in the language of their study, and others, on pages that are translated, in their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with using_lazy_locale(LazyLocale(lambda: find_locale(request))):
            response = self.get_response(request)
        if getattr(request, "is_in_browsers_language", False):
            patch_vary_headers(response, ["Accept-Language"])
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Note whether the page is translated; an address without a view leads to an error page, which is."""
        request.is_translated = getattr(view, "is_translated", False)  # type: ignore[attr-defined]

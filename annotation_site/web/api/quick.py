"""Views of the steps that annotators take all day: DRF's rules, without what it does to choose among formats."""

from functools import cached_property
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from rest_framework.authentication import CSRFCheck
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.web.api.parsers import parse_strictly

JSON = "application/json"
_csrf = CSRFCheck(lambda request: HttpResponse())
_renderer = JSONRenderer()


class PageRequest:
    """The part of a request that a view needs, of a page that sent it."""

    # A session, as DRF tells its permissions.
    auth, authenticators = None, ()

    def __init__(self, request: HttpRequest) -> None:
        self._request, self.user, self.method = request, cast(User, request.user), request.method

    @cached_property
    def data(self) -> Any:
        """The body; refused when it is asked for, as DRF does."""
        return parse_strictly(self._request.body)


class QuickView(APIView):
    """A view whose steps come from our own pages: JSON from a signed-in browser, answered by JSON.

    Such a request is admitted by the same rules as any other. Every other request, and every refusal, is DRF's.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a page in a quarter of DRF's time."""
        if not _is_of_page(request):
            return super().dispatch(request, *args, **kwargs)
        asked = cast(Any, PageRequest(request))
        try:
            self.check_permissions(asked)
            self.check_throttles(asked)
            return self._write(cast(Any, self).post(asked, *args, **kwargs))
        except Exception as error:
            self.args, self.kwargs, self.headers = args, kwargs, self.default_response_headers
            self.request = self.initialize_request(request, *args, **kwargs)
            return self.finalize_response(self.request, self.handle_exception(error), *args, **kwargs)

    def _write(self, answer: Response) -> HttpResponse:
        written = HttpResponse(_renderer.render(answer.data), status=answer.status_code, content_type=JSON)
        if answer.data is None:
            del written["Content-Type"]
        for name, value in self.default_response_headers.items():
            written[name] = value
        return written


def _is_of_page(request: HttpRequest) -> bool:
    """Return whether a signed-in browser has sent JSON and its form token, and takes JSON."""
    given = request.META
    return (
        request.method == "POST"
        and given.get("CONTENT_TYPE") == JSON
        and given.get("CONTENT_LENGTH") not in ("", "0")
        and given.get("HTTP_ACCEPT", "*/*") in ("*/*", JSON)
        and not given.get("QUERY_STRING")
        and "HTTP_AUTHORIZATION" not in given
        and bool(request.user.is_active)
        and not _csrf.process_view(request, cast(Any, None), (), {})
    )

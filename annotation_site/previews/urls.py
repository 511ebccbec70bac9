"""Addresses of imports, which a kind that declares one has in its own part of the site and of the API."""

from django.urls import URLPattern, path

from annotation_site.previews.api import ImportApi, make_confirm_view, make_preview_view
from annotation_site.previews.views import ImportPages


def import_pages(pages: ImportPages, at: str = "import") -> list[URLPattern]:
    """Return the pages of an import: the upload, its preview, and the two forms on that."""
    name = pages.base_route.rpartition(":")[2]
    upload, preview = f"<slug:slug>/{at}/", f"<slug:slug>/{at}/<int:job_pk>/"
    again = [path(f"{preview}again/", pages.again, name=f"{name}_again")] if pages.reads_again else []
    return [
        path(upload, pages.upload, name=name),
        path(preview, pages.preview, name=f"{name}_preview"),
        *again,
        path(f"{preview}confirm/", pages.confirm, name=f"{name}_confirm"),
    ]


def import_api(declared: type[ImportApi]) -> list[URLPattern]:
    """Return the two routes of an import in the API: asking for a preview, and confirming it."""
    at, (preview, confirm) = f"{declared.address}/", declared.routes
    return [
        path(at, make_preview_view(declared).as_view(), name=preview),
        path(f"{at}<int:pk>/confirm/", make_confirm_view(declared).as_view(), name=confirm),
    ]

from django.urls import URLPattern, path

from annotation_site.adjudication import views


def queue_page(project_kind: str) -> URLPattern:
    """Return the page of a kind's queue."""
    return path("<slug:slug>/adjudication/", views.queue, {"project_kind": project_kind}, name="adjudication")


def adjudication_pages(project_kind: str) -> list[URLPattern]:
    """Return the pages of a kind's adjudication: the queue, and one subject with its two acts."""
    kind = {"project_kind": project_kind}
    at = "<slug:slug>/adjudication/<int:number>/"
    return [
        queue_page(project_kind),
        path(at, views.adjudicate, kind, name="adjudicate"),
        path(f"{at}decide/", views.adjudicate_decide, kind, name="adjudicate_decide"),
        path(f"{at}undo/", views.adjudicate_undo, kind, name="adjudicate_undo"),
    ]

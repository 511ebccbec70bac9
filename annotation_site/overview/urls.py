from django.urls import URLPattern, path

from annotation_site.overview.views import home, overview, projects

pages: list[URLPattern] = [
    path("", home.home, name="home"),
    path("projects/new/", home.project_new, name="project_new"),
]


def list_pages(kind: str) -> list[URLPattern]:
    """Return the addresses of a kind's projects themselves: a new one, its overview, its settings."""
    own = {"project_kind": kind}
    return [
        path("new/", projects.new, own, name="new"),
        path("<slug:slug>/", overview.overview, own, name="overview"),
        path("<slug:slug>/settings/", projects.settings, own, name="settings"),
    ]

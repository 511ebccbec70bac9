"""Routes of pages that every kind of project shares, gathered from their subjects."""

from django.urls import URLPattern, URLResolver, include, path

from annotation_site.web.addresses import gather

app_name = "projects"
SUBJECTS = [
    "annotation_site.overview",
    "annotation_site.projects",
    "annotation_site.closing",
    "annotation_site.monitoring",
    "annotation_site.own_account",
    "annotation_site.exclusions",
    "annotation_site.feedback",
    "annotation_site.assignments",
    "annotation_site.jobs",
    "annotation_site.imports",
    "annotation_site.machines",
    "annotation_site.mail",
    "annotation_site.notices",
    "annotation_site.operators",
    "annotation_site.help",
    "annotation_site.search",
    "annotation_site.agreement",
    "annotation_site.releases",
    "annotation_site.webhooks",
    "annotation_site.deposits",
]
urlpatterns: list[URLPattern | URLResolver] = [
    *gather(SUBJECTS, "pages"),
    path("projects/<slug:slug>/", include(gather(SUBJECTS, "project_pages"))),
]

from django.urls import include, path

from annotation_site.projects.kinds import list_kinds

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("annotation_site.api_urls")),
    *(path(f"{each.kind}/", include(f"{each.kind}.urls")) for each in list_kinds()),
    path("", include("annotation_site.page_urls")),
]

handler400 = "annotation_site.web.api.errors.answer_unreadable"
handler404 = "annotation_site.web.api.errors.answer_unknown_address"
handler500 = "annotation_site.web.availability.answer_failure"

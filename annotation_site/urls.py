"""All addresses of the site; each app names its own."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("annotation_site.api_urls")),
    path("alignment/", include("alignment.urls")),
    path("idiomaticity/", include("idiomaticity.urls")),
    path("evaluation/", include("evaluation.urls")),
    path("", include("annotation_site.page_urls")),
]

handler400 = "annotation_site.web.api_errors.answer_unreadable"
handler404 = "annotation_site.web.api_errors.answer_unknown_address"
handler500 = "annotation_site.web.api_errors.answer_fault"

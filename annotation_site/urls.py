from allauth.urls import urlpatterns as theirs
from django.urls import include, path

from annotation_site.projects.kinds import list_kinds

urlpatterns = [
    # Without addresses that allauth keeps for bookmarks of its older versions.
    path("accounts/", include([each for each in theirs if not str(each.pattern).startswith("social/")])),
    path("api/v1/", include("annotation_site.api_urls")),
    *(path(f"{each.kind}/", include(f"{each.kind}.urls")) for each in list_kinds()),
    path("", include("annotation_site.page_urls")),
]

handler400 = "annotation_site.web.api.errors.answer_unreadable"
handler404 = "annotation_site.web.api.errors.answer_unknown_address"
handler500 = "annotation_site.web.availability.answer_failure"

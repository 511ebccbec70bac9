"""Pages of word alignment."""

from django.urls import URLPattern, path

from alignment.views import work

app_name = "alignment"
urlpatterns: list[URLPattern] = [
    # An assignment names its project itself.
    path("annotate/<int:pk>/", work.annotate, name="annotate"),
    path("annotate/<int:pk>/submit/", work.submit, name="submit"),
    path("annotate/<int:pk>/skip/", work.skip, name="skip"),
    path("annotate/<int:pk>/reopen/", work.reopen, name="reopen"),
    path("annotate/<int:pk>/take-up/", work.take_up, name="take_up"),
    path("annotate/<int:pk>/comment/", work.comment, name="comment"),
    path("<slug:slug>/work/", work.work, name="work"),
    path("<slug:slug>/work/next/", work.work_next, name="work_next"),
]

from django.urls import URLPattern, path

from annotation_site.notices import views

pages: list[URLPattern] = [
    path("account/notices/", views.notices_choose, name="notices_choose"),
    path("notices/stop/<str:signed>/", views.notices_stop, name="notices_stop"),
]

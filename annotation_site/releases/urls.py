from django.urls import URLPattern, path

from annotation_site.releases import api, views

project_pages: list[URLPattern] = [
    path("releases/", views.releases, name="releases"),
    path("releases/<int:number>/", views.release, name="release"),
    path("releases/<int:number>/download/", views.release_download, name="release_download"),
]

project_api: list[URLPattern] = [
    path("releases/", api.ReleasesView.as_view(), name="releases"),
    path("releases/<int:number>/", api.ReleaseView.as_view(), name="release"),
    path("releases/<int:number>/download/", api.ReleaseDownloadView.as_view(), name="release-download"),
]

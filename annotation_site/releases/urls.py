from django.urls import URLPattern, path

from annotation_site.releases import views
from annotation_site.releases.api import releases

project_pages: list[URLPattern] = [
    path("releases/", views.releases, name="releases"),
    path("releases/<int:number>/", views.release, name="release"),
    path("releases/<int:number>/download/", views.release_download, name="release_download"),
]

project_api: list[URLPattern] = [
    path("releases/", releases.ReleasesView.as_view(), name="releases"),
    path("releases/<int:number>/", releases.ReleaseView.as_view(), name="release"),
    path("releases/<int:number>/download/", releases.ReleaseDownloadView.as_view(), name="release-download"),
]

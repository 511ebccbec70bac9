from django.urls import URLPattern, path

from annotation_site.closing import api, views

project_pages: list[URLPattern] = [
    path("archive/", views.archive, name="archive"),
    path("delete/", views.delete, name="delete"),
    path("restore/", views.restore, name="restore"),
    path("delete/<slug:part>/<int:pk>/", views.deletion_new, name="deletion_new"),
    path("deletions/", views.deletions, name="deletions"),
    path("deletions/<int:pk>/restore/", views.deletion_restore, name="deletion_restore"),
]

project_api: list[URLPattern] = [
    path("archive/", api.ProjectArchiveView.as_view(), name="project-archive"),
    path("delete/", api.ProjectDeleteView.as_view(), name="project-delete"),
    path("restore/", api.ProjectRestoreView.as_view(), name="project-restore"),
    path("deletions/", api.DeletionsView.as_view(), name="deletions"),
    path("deletions/<int:pk>/restore/", api.DeletionRestoreView.as_view(), name="deletion-restore"),
]

from django.urls import URLPattern, path

from annotation_site.operators.views import people, projects, status, storage

pages: list[URLPattern] = [
    path("operators/", status.status, name="operation"),
    path("operators/jobs/<int:pk>/cancel/", status.any_job_cancel, name="any_job_cancel"),
    path("operators/sessions/<int:pid>/end/", status.session_end, name="session_end"),
    path("operators/people/", people.people, name="people"),
    path("operators/people/<int:pk>/", people.person, name="person"),
    path("operators/people/<int:pk>/deactivate/", people.person_deactivate, name="person_deactivate"),
    path("operators/people/<int:pk>/reactivate/", people.person_reactivate, name="person_reactivate"),
    path("operators/people/<int:pk>/reset/", people.person_reset_second_factor, name="person_reset_second_factor"),
    path("operators/people/<int:pk>/export/", people.person_export, name="person_export"),
    path("operators/people/<int:pk>/pseudonymise/", people.person_pseudonymise, name="person_pseudonymise"),
    path("operators/people/<int:pk>/quota/", storage.person_quota, name="person_quota"),
    path("operators/project/<slug:slug>/quota/", storage.project_quota, name="project_quota"),
    path("operators/storage/", storage.storage, name="storage"),
    path("operators/projects/", projects.all_projects, name="all_projects"),
    path("operators/projects/erased/", projects.erased_projects, name="erased_projects"),
    path("operators/project/<slug:slug>/", projects.project_operation, name="project_operation"),
    path("operators/project/<slug:slug>/archive/", projects.project_archive, name="project_archive"),
    path("operators/project/<slug:slug>/restore/", projects.project_restore, name="project_restore"),
    path("operators/project/<slug:slug>/delete/", projects.project_remove, name="project_remove"),
]

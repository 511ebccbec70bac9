from django.urls import URLPattern, path

from annotation_site.jobs import api, views

project_pages: list[URLPattern] = [
    path("jobs/", views.jobs, name="jobs"),
    path("jobs/<int:pk>/", views.job, name="job"),
    path("jobs/<int:pk>/status/", views.job_status, name="job_status"),
    path("jobs/<int:pk>/cancel/", views.job_cancel, name="job_cancel"),
    path("jobs/<int:pk>/retry/", views.job_retry, name="job_retry"),
    path("jobs/<int:pk>/dismiss/", views.job_dismiss, name="job_dismiss"),
]

project_api: list[URLPattern] = [
    path("uploads/", api.UploadsView.as_view(), name="uploads"),
    path("jobs/", api.JobsView.as_view(), name="jobs"),
    path("jobs/<int:pk>/", api.JobView.as_view(), name="job"),
    path("jobs/<int:pk>/cancel/", api.JobCancelView.as_view(), name="job-cancel"),
    path("jobs/<int:pk>/retry/", api.JobRetryView.as_view(), name="job-retry"),
    path("jobs/<int:pk>/dismiss/", api.JobDismissView.as_view(), name="job-dismiss"),
]

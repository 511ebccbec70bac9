from django.urls import URLPattern, path

from annotation_site.feedback import api, views


def feedback_pages(project_kind: str) -> list[URLPattern]:
    """Return the pages of a kind's feedback; an assignment identifies its project."""
    kind = {"project_kind": project_kind}
    return [
        path("feedback/<int:pk>/", views.feedback_item, kind, name="feedback_item"),
        path("feedback/<int:pk>/reply/", views.feedback_reply, kind, name="feedback_reply"),
        path("<slug:slug>/feedback/", views.feedback, kind, name="feedback"),
    ]


project_api: list[URLPattern] = [
    path("feedback/", api.FeedbackListView.as_view(), name="feedback"),
]

assignment_api: list[URLPattern] = [
    path("feedback/", api.FeedbackView.as_view(), name="assignment-feedback"),
]

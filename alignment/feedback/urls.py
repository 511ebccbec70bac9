from django.urls import URLPattern, path

from alignment.feedback import api, views

pages: list[URLPattern] = [
    path("feedback/<int:pk>/", views.feedback_pair, name="feedback_pair"),
    path("feedback/<int:pk>/reply/", views.reply, name="feedback_reply"),
    path("<slug:slug>/feedback/", views.feedback, name="feedback"),
]

project_api: list[URLPattern] = [
    path("feedback/", api.FeedbackListView.as_view(), name="feedback"),
]

assignment_api: list[URLPattern] = [
    path("feedback/", api.FeedbackView.as_view(), name="assignment-feedback"),
]

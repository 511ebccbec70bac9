from django.urls import URLPattern, path

from annotation_site.mail import views

pages: list[URLPattern] = [
    path("mail/", views.mail, name="mail"),
    path("mail/<int:pk>/retry/", views.mail_retry, name="mail_retry"),
]

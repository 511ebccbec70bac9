from django.urls import URLPattern, path

from annotation_site.accounts import views

pages: list[URLPattern] = [
    path("account/", views.account, name="account"),
    path("account/tokens/", views.token_create, name="token_create"),
    path("account/tokens/<int:pk>/revoke/", views.token_revoke, name="token_revoke"),
]

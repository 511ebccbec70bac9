from django.urls import URLPattern, path

from annotation_site.deposits import api, views

project_pages: list[URLPattern] = [
    path("releases/<int:number>/deposit/", views.deposit, name="deposit"),
    path("releases/<int:number>/deposit/forget/", views.deposit_forget, name="deposit_forget"),
]

project_api: list[URLPattern] = [
    path("releases/<int:number>/deposit/", api.DepositView.as_view(), name="release-deposit"),
]

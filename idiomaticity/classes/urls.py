from django.urls import URLPattern, path

from idiomaticity.classes import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/classes/", views.classes, name="classes"),
    path("<slug:slug>/classes/classify/", views.classify, name="classify"),
    path("<slug:slug>/classes/classify/<int:number>/", views.class_judge, name="class_judge"),
]

project_api: list[URLPattern] = [
    path("classes/", api.ClassesView.as_view(), name="classes"),
    path("classes/experts/", api.ExpertsView.as_view(), name="class-experts"),
    path("classes/next/", api.NextClassView.as_view(), name="next-class"),
    path("classes/<int:number>/", api.JudgementView.as_view(), name="class-judge"),
]

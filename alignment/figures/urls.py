from django.urls import URLPattern, path

from alignment.figures import views

pages: list[URLPattern] = [
    path("<slug:slug>/pairs/<int:number>/figure/", views.figure, name="figure"),
    path("<slug:slug>/pairs/<int:number>/figure.svg", views.figure_plot, name="figure_plot"),
    path("<slug:slug>/pairs/<int:number>/figure.tex", views.figure_tikz, name="figure_tikz"),
]

from django.urls import URLPattern, path

from alignment.training import api
from alignment.training.views import known_gold, training

pages: list[URLPattern] = [
    path("training/<int:pk>/", training.training_pair, name="training_pair"),
    path("<slug:slug>/training/", training.training, name="training"),
    path("<slug:slug>/training/again/", training.training_again, name="training_again"),
    path("<slug:slug>/known-gold/", known_gold.known_gold, name="known_gold"),
    path("<slug:slug>/known-gold/mark/", known_gold.known_gold_mark, name="known_gold_mark"),
    path("<slug:slug>/known-gold/import/", known_gold.known_gold_import, name="known_gold_import"),
    path("<slug:slug>/known-gold/<int:number>/remove/", known_gold.known_gold_remove, name="known_gold_remove"),
    path("<slug:slug>/known-gold/attempt/<int:pk>/", known_gold.training_allow, name="training_allow"),
]

project_api: list[URLPattern] = [
    path("known-gold/", api.KnownGoldView.as_view(), name="known-gold"),
    path("training/", api.TrainingView.as_view(), name="training"),
]

"""The app of expressions in running text."""

from django.apps import AppConfig


class ExpressionsConfig(AppConfig):
    name = "expressions"

"""The app of expressions in running text."""

from django.apps import AppConfig


class ExpressionsConfig(AppConfig):
    name = "expressions"

    def ready(self) -> None:
        from annotation_site.projects.kinds import register
        from expressions.kind import ExpressionsInText

        register(ExpressionsInText())

"""The app of agreement, measures and translation evaluation."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "evaluation"

    def ready(self) -> None:
        from annotation_site.projects.kinds import register
        from evaluation import signals
        from evaluation.kind import TranslationEvaluation

        signals.connect()
        register(TranslationEvaluation())

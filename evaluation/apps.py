"""The app of agreement, measures and translation evaluation."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "evaluation"

    def ready(self) -> None:
        from annotation_site.machines.kinds import register_tasks
        from annotation_site.projects.kinds import register
        from evaluation import signals
        from evaluation.kind import TranslationEvaluation
        from evaluation.machine_judges.services import JudgingTasks

        signals.connect()
        register(TranslationEvaluation())
        register_tasks(TranslationEvaluation.kind, JudgingTasks())

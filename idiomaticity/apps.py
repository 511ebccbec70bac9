"""The app of compositionality ratings."""

from django.apps import AppConfig


class IdiomaticityConfig(AppConfig):
    name = "idiomaticity"

    def ready(self) -> None:
        from annotation_site.machines.kinds import register_tasks
        from annotation_site.projects.kinds import register
        from idiomaticity import signals
        from idiomaticity.kind import Compositionality
        from idiomaticity.machines.services import RatingTasks

        signals.connect()
        register(Compositionality())
        register_tasks(Compositionality.kind, RatingTasks())

"""The app of compositionality ratings."""

from django.apps import AppConfig


class IdiomaticityConfig(AppConfig):
    name = "idiomaticity"

    def ready(self) -> None:
        from annotation_site.projects.kinds import register
        from idiomaticity import signals
        from idiomaticity.kind import Compositionality

        signals.connect()
        register(Compositionality())

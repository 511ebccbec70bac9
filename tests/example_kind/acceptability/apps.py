"""The app, named like the kind."""

from django.apps import AppConfig


class AcceptabilityConfig(AppConfig):
    name = "acceptability"

    def ready(self) -> None:
        from acceptability.kind import Acceptability

        from annotation_site.projects.kinds import register

        register(Acceptability())

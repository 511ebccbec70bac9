from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """The app that every other builds on."""

    name = "annotation_site.projects"
    label = "projects"

    def ready(self) -> None:
        from annotation_site.projects import signals

        signals.connect()

"""The Django app of everything that all kinds of projects share."""

from django.apps import AppConfig


class AnnotationSiteConfig(AppConfig):
    """The app that every other builds on; its tables begin with `projects_`."""

    name = "annotation_site"
    label = "projects"

    def ready(self) -> None:
        from annotation_site import signals

        signals.connect()

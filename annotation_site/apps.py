from django.apps import AppConfig


class AnnotationSiteConfig(AppConfig):
    """The app on which all others build; its tables begin with `projects_`."""

    name = "annotation_site"
    label = "projects"

    def ready(self) -> None:
        from annotation_site import signals

        signals.connect()

from django.apps import AppConfig


class AnnotationSiteConfig(AppConfig):
    """The app on which all others build; its tables begin with `projects_`."""

    name = "annotation_site"
    label = "projects"

    def ready(self) -> None:
        from annotation_site import checks, signals  # noqa: F401 - the checks register themselves
        from annotation_site.celery import app

        # Not in the package's `__init__`: commands that read files alone go without Celery.
        app.set_default()
        signals.connect()

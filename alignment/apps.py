from django.apps import AppConfig


class AlignmentConfig(AppConfig):
    name = "alignment"

    def ready(self) -> None:
        from alignment.kind import WordAlignment
        from annotation_site.projects.kinds import register

        register(WordAlignment())

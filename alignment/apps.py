from django.apps import AppConfig


class AlignmentConfig(AppConfig):
    name = "alignment"

    def ready(self) -> None:
        from alignment.kind import WordAlignment
        from alignment.machines.services import LinkTasks
        from annotation_site.machines.kinds import register_tasks
        from annotation_site.projects.kinds import register

        register(WordAlignment())
        register_tasks(WordAlignment.kind, LinkTasks())

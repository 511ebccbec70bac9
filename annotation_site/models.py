"""Django looks here for the tables of this app: those of its subjects."""

from importlib import import_module

for _subject in (
    "accounts",
    "agreement",
    "assignments",
    "backups",
    "closing",
    "deposits",
    "exclusions",
    "feedback",
    "jobs",
    "machines",
    "mail",
    "monitoring",
    "notices",
    "operations",
    "operators",
    "projects",
    "releases",
    "webhooks",
):
    import_module(f"annotation_site.{_subject}.models")

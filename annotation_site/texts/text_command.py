"""Commands that read texts, which are expected in the languages among their options."""

from typing import Any

from django.core.management.base import BaseCommand

from annotation_site.texts.expected_languages import expect_languages, list_option_languages


class TextCommand(BaseCommand):
    """A command whose readers guess encodings by its options `language`, `source_language` and `target_language`."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with expect_languages(list_option_languages(options)):
            return super().execute(*args, **options)

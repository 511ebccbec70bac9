"""The app of compositionality ratings."""

from django.apps import AppConfig


class IdiomaticityConfig(AppConfig):
    name = "idiomaticity"

    def ready(self) -> None:
        from idiomaticity import signals

        signals.connect()

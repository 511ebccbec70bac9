"""The app of compositionality ratings."""

from django.apps import AppConfig


class IdiomaticityConfig(AppConfig):
    name = "idiomaticity"

"""Interlinea: annotate and measure multiword expressions across languages."""

from annotation_site.celery import app as celery_app

__all__ = ["celery_app"]

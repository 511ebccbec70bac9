"""The texts of a study's pages."""

from django.db import models

from annotation_site.projects.carried import CarriedFields
from annotation_site.projects.models import Project


class PageTexts(models.Model):
    """The language in which participants are spoken to, and the study's own sentences."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="page_texts")
    # Empty: that of the compounds, where there is a translation.
    language = models.CharField(max_length=10, blank=True)
    # By language and English sentence: the text, or its singular and plural.
    own = models.JSONField(default=dict)

    carried_fields = CarriedFields(("language", "own"), {"project": "of one project"})

    def __str__(self) -> str:
        return f"Texts of {self.project}"

"""The public demo of a study."""

from django.db import models

from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import new_link_key


class StudyDemo(models.Model):
    """A public link by which anyone can try the pages of a study; without a row, there is none."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="study_demo")
    key = models.CharField(max_length=43, unique=True, default=new_link_key, editable=False)

    def __str__(self) -> str:
        return f"Demo of {self.project}"

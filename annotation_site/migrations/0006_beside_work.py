"""An index of what is counted apart from work: training, checks, repeats, extra work and earlier versions."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("projects", "0005_longer_identifiers")]
    operations = [
        AddIndexConcurrently(
            "assignment",
            models.Index(
                fields=["annotator", "purpose", "state"],
                condition=~Q(purpose="work") | Q(state="replaced"),
                name="assignments_beside_work",
            ),
        )
    ]

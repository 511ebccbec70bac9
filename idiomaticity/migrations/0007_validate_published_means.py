"""Validate the constraints on published means, which were added without a look at the rows that were there."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0006_publish_means_of_parts")]
    operations = [
        ValidateConstraint("compound", "published_head_in_range"),
        ValidateConstraint("compound", "published_modifier_in_range"),
    ]

"""Keep the means of head and modifier that an earlier study published, beside those of the whole."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

RANGE = (0, 100)


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0005_one_person_in_a_session")]
    operations = [
        migrations.AddField("compound", "published_head", models.FloatField(null=True)),
        migrations.AddField("compound", "published_modifier", models.FloatField(null=True)),
        *(
            AddConstraintNotValid(
                "compound",
                models.CheckConstraint(
                    condition=Q((name, None), (f"{name}__range", RANGE), _connector="OR"),
                    name=f"{name}_in_range",
                ),
            )
            for name in ("published_head", "published_modifier")
        ),
    ]

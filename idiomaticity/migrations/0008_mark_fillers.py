"""Let a compound be a filler, which is there for its known answer and is no compound of the study."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0007_validate_published_means")]
    operations = [migrations.AddField("compound", "is_filler", models.BooleanField(db_default=False, default=False))]

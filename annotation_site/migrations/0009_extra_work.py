"""Work beyond what its item wants: whose place went to others while its annotator was excluded."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0008_exclusions")]

    operations = [
        migrations.RemoveConstraint(model_name="assignment", name="purpose_known"),
        migrations.AlterField(
            model_name="assignment",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("work", "Work"),
                    ("training", "Training"),
                    ("check", "Silent check"),
                    ("extra", "Work beyond what its item wants"),
                ],
                default="work",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(("purpose__in", ["work", "training", "check", "extra"])), name="purpose_known"
            ),
        ),
    ]

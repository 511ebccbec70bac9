from django.db import migrations, models


class Migration(migrations.Migration):
    """The column keeps its name, so that processes of the version before go on while a site is brought up to date."""

    dependencies = [
        ("projects", "0006_beside_work"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="notice", old_name="matter", new_name="task"),
                migrations.AlterField(
                    model_name="notice", name="task", field=models.CharField(db_column="matter", max_length=40)
                ),
            ],
        ),
    ]

"""Set compounds apart that are there for their known answers alone, and that nobody rated as work.

They were counted among the compounds of the study.
"""

from django.db import migrations

FIND = """
    UPDATE idiomaticity_compound SET is_filler = true
    WHERE id IN (
        SELECT COALESCE(occurrence.compound_id, own.id) FROM idiomaticity_knownrating AS known
        LEFT JOIN idiomaticity_occurrence AS occurrence ON occurrence.item_id = known.item_id
        LEFT JOIN idiomaticity_compound AS own ON own.item_id = known.item_id
    )
    AND NOT EXISTS (
        SELECT FROM projects_item AS item
        LEFT JOIN idiomaticity_knownrating AS known ON known.item_id = item.id
        WHERE item.id IN (
            SELECT idiomaticity_compound.item_id
            UNION ALL
            SELECT item_id FROM idiomaticity_occurrence WHERE compound_id = idiomaticity_compound.id
        )
        AND (
            known.id IS NULL
            OR EXISTS (
                SELECT FROM projects_assignment AS given
                WHERE given.item_id = item.id AND given.purpose IN ('work', 'extra')
            )
        )
    )
"""


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0008_mark_fillers"), ("projects", "0002_projects")]
    operations = [migrations.RunSQL(FIND, migrations.RunSQL.noop)]

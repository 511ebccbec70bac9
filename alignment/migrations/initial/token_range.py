"""Triggers that keep links and marks on tokens of their pair."""

from pgtrigger.compiler import Trigger

from annotation_site.migrations.initial.triggers import build_trigger

PAIRS = {
    "item_id": "alignment_sentencepair pair WHERE pair.item_id = highest.item_id",
    "assignment_id": "alignment_sentencepair pair JOIN projects_assignment assignment USING (item_id)"
    " WHERE assignment.id = highest.assignment_id",
}
IN_RANGE = """
    IF EXISTS (
        SELECT FROM (
            SELECT {key}, {source} AS source_index, {target} AS target_index FROM written GROUP BY {key}
        ) AS highest
        WHERE (
            SELECT coalesce(highest.source_index < cardinality(pair.source_tokens), TRUE)
                AND coalesce(highest.target_index < cardinality(pair.target_tokens), TRUE)
            FROM {pair}
        ) IS NOT TRUE
    ) THEN
        RAISE EXCEPTION 'token index out of range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
"""


def keep_in_range(model: str, key: str, source: str, target: str) -> list[Trigger]:
    """Refuse, after each statement, rows whose highest index on a side is no token of their pair."""
    func = IN_RANGE.format(key=key, source=source, target=target, pair=PAIRS[key])
    return [
        build_trigger(
            model,
            f"in_range_{name}",
            when="AFTER",
            operation=operation,
            func=func,
            level="STATEMENT",
            referencing="REFERENCING NEW TABLE AS written ",
        )
        for name, operation in (("inserted", "INSERT"), ("updated", "UPDATE"))
    ]

"""Triggers by which the database refuses links and marks of tokens that their pair does not have."""

import pgtrigger

_PAIRS = {
    "item_id": "alignment_sentencepair pair WHERE pair.item_id = highest.item_id",
    "assignment_id": "alignment_sentencepair pair JOIN projects_assignment assignment USING (item_id)"
    " WHERE assignment.id = highest.assignment_id",
}
# A subquery of its own for each key: a join planned for many rows would read whole tables for few.
_REFUSE = """
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


def keep_in_range(key: str, source: str, target: str) -> list[pgtrigger.Trigger]:
    """Return triggers that look at the rows of a statement together, once for each item or assignment: for every row by
    itself this took half the time of storing a link. `source` and `target` aggregate the highest index of each side.
    """
    func = _REFUSE.format(key=key, source=source, target=target, pair=_PAIRS[key])
    return [
        pgtrigger.Trigger(
            name=f"in_range_{name}",
            level=pgtrigger.Statement,
            when=pgtrigger.After,
            operation=operation,
            referencing=pgtrigger.Referencing(new="written"),
            func=func,
        )
        for name, operation in (("inserted", pgtrigger.Insert), ("updated", pgtrigger.Update))
    ]

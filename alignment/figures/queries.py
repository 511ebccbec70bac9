"""Readings of a pair that a figure can show."""

from alignment.readings.links import Reading
from alignment.readings.queries.submissions import latest_submissions
from alignment.releases.queries.pairs import read_gold
from annotation_site.assignments.models import Item

GOLD = "gold"


def read_drawable(item: Item) -> dict[str, Reading]:
    """Return gold, as soon as a release made now would hold the pair, and submitted readings by pseudonym."""
    readings = {
        submission.assignment.annotator.pseudonym: Reading.from_json(submission.reading)
        for submission in latest_submissions([item])
    }
    return ({GOLD: read_gold(item)} if item.state in Item.READY_STATES else {}) | dict(sorted(readings.items()))

"""The choice of backups that are kept."""

from datetime import UTC, datetime, timedelta

from annotation_site.backups.rotation import name_backup, select_kept

START = datetime(2026, 11, 22, 3, tzinfo=UTC)  # a Sunday


def names_of(*days_ago: float) -> list[str]:
    return [name_backup(START - timedelta(days=days)) for days in days_ago]


def test_the_newest_of_seven_days_and_four_weeks_stay() -> None:
    daily = names_of(*range(60))
    kept = select_kept(daily, 7, 4)
    # The Sundays end ISO weeks: the newest of each week is that of its Sunday.
    assert sorted(kept) == sorted([*daily[:7], daily[7], daily[14], daily[21]])


def test_of_two_on_one_day_the_newer_stays() -> None:
    first, second = names_of(0.1, 0.0)
    assert select_kept([first, second], 7, 4) == {second}


def test_days_without_a_backup_do_not_count() -> None:
    old = names_of(100, 101, 102)
    assert select_kept([*old, *names_of(0)], 4, 1) == {*old, *names_of(0)}


def test_other_names_are_no_backups() -> None:
    assert select_kept(["today", ".2026-11-22T030000Z.partial", "lost+found"], 7, 4) == set()


def test_names_are_in_utc() -> None:
    assert name_backup(datetime.fromisoformat("2026-11-22T01:30:00+02:00")) == "2026-11-21T233000Z"

"""A script's table of counted and promised figures."""

from dataclasses import dataclass, field


@dataclass
class Report:
    """A table of counted figures beside promised ones."""

    title: str
    rows: list[tuple[str, str, str, str]] = field(default_factory=list)
    is_kept: bool = True

    def equal(self, what: str, counted: object, promised: object) -> None:
        """Require the figure to be exactly the promised one."""
        self._add(what, str(counted), str(promised), counted == promised)

    def at_most(self, what: str, counted: float, most: float, unit: str = "") -> None:
        """Require the figure not to exceed the promised one."""
        self._add(what, f"{_number(counted)}{unit}", f"≤ {_number(most)}{unit}", counted <= most)

    def at_least(self, what: str, counted: float, least: float) -> None:
        """Require the figure to show that the script did break something: below it, nothing was tried."""
        self._add(what, _number(counted), f"≥ {_number(least)}", counted >= least)

    def note(self, what: str, counted: object) -> None:
        """Add a figure without a promise."""
        self.rows.append((what, str(counted), "", ""))

    def show(self) -> None:
        widths = [max(len(row[column]) for row in self.rows) for column in range(3)]
        print(f"\n{self.title}")
        for what, counted, promised, verdict in self.rows:
            print(f"  {what:<{widths[0]}}  {counted:>{widths[1]}}  {promised:<{widths[2]}}  {verdict}".rstrip())
        print("  The promise is kept." if self.is_kept else "  THE PROMISE IS BROKEN.", flush=True)

    def _add(self, what: str, counted: str, promised: str, is_kept: bool) -> None:
        self.rows.append((what, counted, promised, "kept" if is_kept else "BROKEN"))
        self.is_kept = self.is_kept and is_kept


def _number(value: float) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"

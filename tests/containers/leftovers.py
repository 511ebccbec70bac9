"""Things that an engine holds beside what it held before a trial: nothing of it may stay."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from tests.containers.engine import Failed, run

LISTS = {
    "container": ("docker", "ps", "--all", "--quiet", "--no-trunc"),
    "network": ("docker", "network", "ls", "--quiet", "--no-trunc"),
    "volume": ("docker", "volume", "ls", "--quiet"),
    "image": ("docker", "image", "ls", "--all", "--quiet", "--no-trunc"),
    "name of an image": ("docker", "image", "ls", "--filter", "dangling=false", "--format", "{{.Repository}}:{{.Tag}}"),
}
UNNAMED = ("docker", "image", "ls", "--quiet", "--no-trunc", "--filter", "dangling=true")


@dataclass(frozen=True)
class Holdings:
    """The names of all that an engine holds, by their kind."""

    names: dict[str, frozenset[str]]

    @classmethod
    def now(cls) -> "Holdings":
        return cls({kind: frozenset(run(*command).split()) for kind, command in LISTS.items()})

    def list_added(self, before: "Holdings") -> list[str]:
        """Return what was not there before, such as `volume 3f2a…`."""
        return [f"{kind} {name}" for kind in LISTS for name in sorted(self.names[kind] - before.names[kind])]


def remove_images(names: Iterable[str], before: Holdings) -> None:
    """Remove the images of these names, and those without one that were not there before. With an image go its layers,
    which the builder before BuildKit keeps of every step; what another container runs on stays.
    """
    unnamed = [image for image in run(*UNNAMED).split() if image not in before.names["image"]]
    for image in [*names, *unnamed]:
        with suppress(Failed):  # never made, or in use; what stays is told afterwards
            run("docker", "image", "rm", image)

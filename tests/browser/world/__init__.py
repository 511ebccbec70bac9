"""A site in use, made of our own sentences: the demo, a project of long text, an empty one; and its pages."""

from tests.browser.world.building import World, build_world

__all__ = ["World", "build_world"]

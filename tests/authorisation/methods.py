"""Methods that a route answers, read off its view: what it refuses with 405 need not be asked of it each time."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern

# Answered by Django and REST framework for every route alike.
EVERYWHERE = {"HEAD", "OPTIONS"}


def list_methods(route: URLPattern) -> set[str]:
    """Return the methods besides HEAD and OPTIONS, in lower case; AssertionError where the view names none."""
    view = route.callback
    found = _list_handlers(view) if hasattr(view, "cls") else _list_required(view)
    assert found is not None, f"{route.name} answers every method: it needs require_safe, require_POST or the like"
    return {method.lower() for method in found - EVERYWHERE}


def name_mechanism(route: URLPattern) -> str:
    """Name what refuses the other methods: an API view's class, or the decorator with its list."""
    view: Any = route.callback
    if hasattr(view, "cls"):
        return f"REST framework, {'of a function' if view.cls.__name__ == view.__name__ else 'of a class'}"
    return f"decorator for {', '.join(sorted(list_methods(route)))}"


def _list_handlers(view: Any) -> set[str]:
    """Return what a REST framework view has handlers for; a view set's are bound to the route."""
    bound = getattr(view, "actions", None)
    handled = bound if bound is not None else [name for name in view.cls.http_method_names if hasattr(view.cls, name)]
    return {name.upper() for name in handled}


def _list_required(view: Callable[..., Any] | None) -> set[str] | None:
    """Return the list of the first `require_http_methods` among the decorators of a function or method."""
    while view is not None:
        kept = list_enclosed(view)
        stacked = kept.get("decorators", [])  # `method_decorator` applies its decorators at each call
        for each in [view, *(stacked if isinstance(stacked, list | tuple) else [stacked])]:
            if listed := list_enclosed(each).get("request_method_list"):
                return set(listed)
        view = getattr(view, "__wrapped__", None)
    return None


def list_enclosed(view: Any) -> dict[str, Any]:
    """Return the variables of the functions around one, as `inspect.getclosurevars` does beside all globals."""
    function = getattr(view, "__func__", view)
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    return {
        name: cell.cell_contents for name, cell in zip(names, getattr(function, "__closure__", None) or (), strict=True)
    }

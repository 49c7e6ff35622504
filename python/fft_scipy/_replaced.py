"""Replaces functions of other modules within a context manager."""

import contextlib
import functools

from ._arguments import Unsupported
from ._library import Unimplemented


def _or_original(function, original):
    """`function`, and `original` for the calls that it does not take."""

    @functools.wraps(original)
    def switched(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except (Unsupported, Unimplemented):
            return original(*args, **kwargs)

    return switched


@contextlib.contextmanager
def replaced(modules, functions):
    """Puts `functions`, by name, into the `modules` that have them. The original functions run where these do not take a call."""
    originals = [(module, name, getattr(module, name)) for module in modules for name in functions if hasattr(module, name)]
    try:
        for module, name, original in originals:
            setattr(module, name, _or_original(functions[name], original))
        yield
    finally:
        for module, name, original in originals:
            setattr(module, name, original)

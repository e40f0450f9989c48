"""The one way a call ends early."""

from __future__ import annotations


class CallError(Exception):
    """Why a call was refused or failed, in words for the model that made it."""

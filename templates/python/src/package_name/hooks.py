"""Yours: mcpgen wrote this file once and never touches it again."""

from .runtime.hooks import Hooks

hooks = Hooks()

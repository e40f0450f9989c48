"""JSON in the one form this server writes, and strict in what it reads."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def dump(value: Any) -> str:
    """Compact JSON text; ValueError for NaN and infinities, which JSON has no way to write."""
    return _ENCODER.encode(value)


def load(text: str) -> Any:
    """Read JSON text; ValueError for anything RFC 8259 does not allow."""
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def rename(value: Any, names: Mapping[str, str]) -> Any:
    """Give properties at any depth of a value their wire names."""
    if not names:
        return value
    if isinstance(value, dict):
        return {names.get(key, key): rename(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [rename(item, names) for item in value]
    return value


def scalar(value: Any) -> str:
    """A value as plain text: strings as they are, everything else as JSON writes it."""
    return value if isinstance(value, str) else dump(value)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number is too large")
    return number


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")

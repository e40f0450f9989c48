"""What a text of a document may carry besides its meaning: hidden characters, orders, secrets."""

from __future__ import annotations

import re

# TAG characters and variation selectors of the supplement spell out text nobody sees;
# bidirectional controls show a text in another order than it is read in.
_COVERT = re.compile(
    "[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]"
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
)

# Joiners and selectors belong to emoji and to the scripts that need them.
_INVISIBLE = re.compile(
    "[\u200b\u200e\u200f\u2060-\u2064\ufeff\u00ad\u034f\u115f\u1160\u180b-\u180e\u3164\uffa0]"
    "|(?<![^\\x00-\\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\\x00-\\x7f])"
    "|(?<![^\\x00-\\x7f])(?<![0-9#*])[\ufe00-\ufe0f]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]"
)

_WHAT = r"(?:instructions?|prompts?|rules|directions|guidelines|context|messages)"
_ORDERS = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){{0,3}}"
    rf"(?:previous|prior|above|earlier|preceding|other|system|safety)\s+(?:\w+\s+)?{_WHAT}\b"
    r"|\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal|show|notify|alert)\b"
    r"[^.]{0,40}\b(?:the\s+)?(?:user|human|person)s?\b"
    r"|\bwithout\s+(?:telling|informing|notifying|asking)\s+(?:the\s+)?(?:user|human)s?\b"
    r"|<\s*/?\s*(?:system|instructions?|secret|assistant|tool_result)\s*>"
    r"|(?:^|\n)\s*(?:system|assistant|developer)\s*:\s"
    r"|\b(?:before|after|when(?:ever)?)\s+(?:you\s+)?(?:call|us|invok|execut)(?:e|es|ing|ed|s)?\s+"
    r"(?:this|any|the|other|another)\s+(?:other\s+)?tools?\b"
    r"|\byou\s+(?:must|should|have\s+to)\s+(?:always\s+|first\s+|also\s+)*"
    r"(?:call|read|open|send|pass|execute|run|invoke|include)\b[^.]{0,80}"
    r"\b(?:tool|file|conversation|prompt|secret|password|credential)s?\b"
    r"|\b(?:reveal|print|repeat|leak|exfiltrate|send)\b[^.]{0,30}\bsystem\s+prompt\b"
    r"|~/\.(?:ssh|aws|config|gnupg|netrc|kube)\b|\bid_(?:rsa|ed25519)\b|/etc/(?:passwd|shadow)\b",
    re.IGNORECASE,
)

_SECRET = re.compile(
    r"\b(?:sk|rk)_live_[A-Za-z0-9]{16,}|\bAKIA[0-9A-Z]{16}\b|\bgh[oprsu]_[A-Za-z0-9]{36}"
    r"|\bglpat-[A-Za-z0-9_-]{20}|\bxox[abprs]-[A-Za-z0-9-]{20,}|\bAIza[A-Za-z0-9_-]{35}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)


def covert(text: str) -> str:
    """The first character of a text that can carry a message a person does not see."""
    return _first(_COVERT, text)


def invisible(text: str) -> str:
    """The first character that is merely not seen: most often an accident."""
    return _first(_INVISIBLE, text)


def order_in(text: str) -> str:
    """The words that speak to a model, where a text has any."""
    found = _ORDERS.search(text)
    return " ".join(found.group().split()) if found else ""


def holds_secret(text: str) -> bool:
    """Whether a text has the form of a credential of a well-known service."""
    return _SECRET.search(text) is not None


def without_hidden(text: str) -> str:
    """The text without any of these characters."""
    return text if text.isascii() else _INVISIBLE.sub("", _COVERT.sub("", text))


def without_secrets(text: str) -> str:
    """The text with dots in place of credentials."""
    return _SECRET.sub("…", text)


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = None if text.isascii() else pattern.search(text)
    return found.group() if found else ""

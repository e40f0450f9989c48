"""Real documents: how many lists page, and by what; each number is a floor that may only rise."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mcpgen.diagnostics import Report
from mcpgen.openapi.load import load_api
from mcpgen.plan.answers import read_answer
from mcpgen.plan.effects import classify
from mcpgen.plan.inputs import common_parameters, read_inputs
from mcpgen.plan.model import Effect
from mcpgen.plan.paged_inputs import page_inputs
from mcpgen.plan.paths import collection_paths

SPECS = Path(__file__).resolve().parents[3] / "shared" / "specs"

FLOORS = {
    "airflow.yaml": {"offset": 23},
    "figma.yaml": {"cursor": 9},
    "gitea.json": {"page": 80},
    "github.json": {"link": 198},
    "google-calendar.json": {"cursor": 5},
    "jira.json": {"url": 59, "offset": 12},
    "netbox.yaml": {"url": 124},
    "openai.yaml": {"cursor": 60},
    "openfec.json": {"page": 81},
    "pokeapi.yml": {"url": 49},
    "resend.yaml": {"item": 23},
    "slack-web-api.json": {"cursor": 7},
    "spotify.yml": {"url": 15},
    "star-trek.yaml": {"page": 80},
    "stripe.json": {"item": 60},
    "twilio-api-v2010.json": {"url": 60},
}


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.exists(), reason="the shared documents are not here")
@pytest.mark.parametrize("name", FLOORS)
def test_the_lists_of_a_real_document_page(name: str) -> None:
    operations = load_api(str(SPECS / name), Report()).operations
    common, collections = common_parameters(operations), collection_paths(operations)
    kinds: Counter[str] = Counter()
    lists = 0
    for operation in operations:
        effect = classify(operation, collections).effect
        answer = read_answer(operation) if effect is Effect.READ else None
        lists += answer is not None and answer.items is not None
        paging = page_inputs(operation, read_inputs(operation, common), effect).paging
        if paging is not None:
            kinds[str(paging.kind)] += 1
    print(f"{name}: {len(operations)} operations, {lists} lists, {dict(kinds)}")
    for kind, floor in FLOORS[name].items():
        assert kinds[kind] >= floor

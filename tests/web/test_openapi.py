"""The document describes every route, and the page shows it without a script and without anything from elsewhere."""

import re

import pytest

from sheepfold.web.api import routes
from sheepfold.web.api.routes import ROUTES, api_document

DOCUMENT = api_document()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_is_described_with_a_sentence_of_its_own(route):
    operation = DOCUMENT["paths"][route.path][route.method.lower()]
    assert operation["summary"]
    assert operation["operationId"] == route.name
    assert route.description.partition("\n")[0].endswith(".")
    named = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
    assert named == set(re.findall(r"\{(\w+)\}", route.path))


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_says_which_scope_a_token_needs_and_that_the_database_may_be_away(route):
    operation = DOCUMENT["paths"][route.path][route.method.lower()]
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("token", ())]
    assert scopes == ([route.needs] if route.needs not in ("", "account") else [])
    assert ({} in operation.get("security", [{}])) == route.anonymous
    assert "503" in operation["responses"]


def test_names_of_operations_are_distinct():
    assert len({route.name for route in ROUTES}) == len(ROUTES)


def test_every_reference_leads_somewhere():
    known = DOCUMENT["components"]["schemas"]
    for name in re.findall(r"'#/components/schemas/(\w+)'", str(DOCUMENT)):
        assert name in known


def test_the_page_shows_every_route_and_needs_nothing_from_elsewhere():
    page = routes.docs()
    for route in ROUTES:
        assert f"<code>{route.path}</code>" in page
    assert "Needs the scope play." in page
    assert "Needs the session of a browser." in page
    assert "<script" not in page
    assert "style=" not in page
    assert not re.search(r"https?://", page)


def test_every_link_on_the_page_leads_somewhere():
    page = routes.docs()
    for name in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{name}"' in page


def test_only_shapes_are_links_and_not_whatever_begins_with_a_capital():
    schema = {"anyOf": [{"type": "array", "items": {"$ref": "#/components/schemas/Seat"}}, {"const": "North & South"}]}
    assert routes.linked(schema) == 'list of <a href="#shape-Seat">Seat</a> or North &amp; South'

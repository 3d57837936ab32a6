"""The document is true: whatever it allows or forbids is answered as it says, and nothing breaks the server."""

from http.cookiejar import DefaultCookiePolicy

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from patience import PATIENCE
from serving import DOGS, Player, read
from sheepfold.web.api.routes import api_document

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
DESTRUCTIVE = ["log_out", "delete_me", "change_password"]


@pytest.fixture(scope="module")
def document():
    return schemathesis.openapi.from_dict(api_document())


# By its fixture: what each route is sent takes seconds to think of, which every process that only collects would need.
schema = schemathesis.pytest.from_fixture("document").exclude(operation_id=DESTRUCTIVE)


@pytest.fixture(scope="module")
def known(url):
    """A browser that is signed in, and a running table where it sits."""
    http = httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE)
    csrf = read(http.post("/guests", json={"name": "Schema"}))["me"]["csrf"]
    http.headers["x-csrf-token"] = csrf
    terms = DOGS | {"options": {"tiles": 69, "mode": "single"}, "seats": [{"kind": "me"}, {}]}
    table = read(http.post("/tables", json=terms))["id"]
    Player(url).post(f"/tables/{table}/sit")
    headers = {"x-csrf-token": csrf, "cookie": f"sheepfold={http.cookies['sheepfold']}"}
    return headers, table


@pytest.fixture(scope="module")
def session():
    """One connection for all requests, which keeps nothing that it is given and looks for no proxy."""
    with requests.Session() as found:
        found.trust_env = False
        found.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield found


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
def test_every_route_answers_as_documented_whatever_it_is_sent(case, url, known, session):
    headers, table = known
    if case.query and "wait" in case.query:
        del case.query["wait"]
    if "table" in case.path_parameters and len(str(case.body)) % 2:
        case.path_parameters["table"] = table
    case.call_and_validate(base_url=f"{url}/api/v1", session=session, headers=headers, checks=CHECKS, timeout=PATIENCE)

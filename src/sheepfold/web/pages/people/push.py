"""Notices when no page is open: what a browser needs for them, the worker that shows them, the manifest of the app."""

from __future__ import annotations

from typing import Final

from starlette.responses import JSONResponse, Response

from sheepfold.core.words.prose import counted
from sheepfold.games import SHELF
from sheepfold.play.errors import BadRequest
from sheepfold.web.pages import static
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NotSignedIn
from sheepfold.web.push import public_key
from sheepfold.web.updates.wire import encode

WORKER: Final = "js/worker.js"


@page
async def key(visit: Visit) -> Response:
    """What a browser needs to ask its push service for an address."""
    if visit.user is None:
        raise NotSignedIn("Log in first, or sit down at a table.")
    return JSONResponse({"key": await public_key(visit.service)}, headers={"cache-control": "no-store"})


@page
async def subscribe(visit: Visit) -> Response:
    """Tell this browser from now on."""
    if visit.caller is None:
        raise NotSignedIn("Log in first, or sit down at a table.")
    await visit.count("tokens")
    endpoint, p256dh, auth = (visit.form.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    services = tuple(visit.site.settings.push_services.split())
    try:
        caller = visit.caller
        await visit.service.pushes.subscribe(caller.user.id, caller.session, endpoint, p256dh, auth, services)
    except BadRequest as error:
        return JSONResponse({"said": str(error)}, 422)
    return JSONResponse({"said": "Notifications are on in this browser until you log out."})


@page
async def unsubscribe(visit: Visit) -> Response:
    """Tell this browser no more."""
    if visit.user is not None:
        await visit.service.pushes.unsubscribe(visit.user.id, visit.form.get("endpoint", ""))
    return JSONResponse({"said": "Notifications are off in this browser."})


@page
async def worker(visit: Visit) -> Response:
    """The service worker, at the root so that it may show notices for every page; it does nothing else."""
    body, _ = static.shelf().files[WORKER]
    return Response(body, headers={"cache-control": "no-cache"}, media_type=static.MEDIA[".js"])


@page
async def manifest(visit: Visit) -> Response:
    """By which a browser can keep the pages as an app."""
    icon = static.shelf().url("icon.svg")
    told = {
        "name": "Sheepfold",
        "short_name": "Sheepfold",
        "description": f"{counted(len(SHELF), 'game').capitalize()} of wolves and sheep.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3ecdb",
        "theme_color": "#f3ecdb",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    headers = {"cache-control": "public, max-age=86400"}
    return Response(encode(told), headers=headers, media_type=static.MEDIA[".webmanifest"])

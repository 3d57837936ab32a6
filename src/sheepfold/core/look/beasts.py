"""The drawings: every animal, person, fence and mark as an SVG <symbol>. Original work, simple shapes."""

from __future__ import annotations

import re
from math import cos, pi, sin


def f(x: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{x:.1f}".rstrip("0").rstrip(".")


def cloud(cx: float, cy: float, rx: float, ry: float, n: int, turn: float = 0.0, puff: float = 1.12) -> str:
    """A fleece: n scallops round an ellipse."""
    pts = [(cx + rx * cos(turn + 2 * pi * i / n), cy + ry * sin(turn + 2 * pi * i / n)) for i in range(n)]
    d = f"M{f(pts[0][0])} {f(pts[0][1])}"
    for i in range(n):
        (x0, y0), (x1, y1) = pts[i], pts[(i + 1) % n]
        r = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 / 2 * puff
        d += f"A{f(r)} {f(r)} 0 0 1 {f(x1)} {f(y1)}"
    return d + "Z"


B = "var(--block,#1d211b)"
W = "var(--fleece,#fbf7ec)"
D = "var(--fleece-dead,#cfc6b0)"
F = "var(--fur,#5b6570)"
L = "var(--fur-light,#c9ced0)"
S = "var(--skin,#e7b88f)"
ST = "var(--straw,#d9b24a)"
CO = "var(--coat,#55672f)"
WD = "var(--wood,#8a6238)"
RU = "var(--rust,#a8481f)"
R = "var(--mark-red,#a5351a)"
BL = "var(--mark-blue,#1f568c)"
Y = "var(--mark-yellow,#f2c230)"


def sheep_body(fill: str, edge: str, face: str, eye: str, w: float = 2.4) -> str:
    return (
        f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{B}" stroke-width="4.6" stroke-linecap="round" fill="none"/>'
        f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{fill}" stroke="{edge}" stroke-width="{w}"/>'
        f'<path d="M18.5 17.5C11 17 6 24 4.2 31c-1 4 1.6 7.2 5.4 6.6C16 36.500 20.500 31.500 22 25z" fill="{face}" stroke="{edge if face != B else B}" stroke-width="1.2"/>'
        f'<path d="M18.500 22.500c3-4 7.500-4.500 9.500-2 -1.500 4-5.500 5.500-9 4.200z" fill="{face}" stroke="{fill}" stroke-width="1.3"/>'
        f'<path d="{cloud(16.5, 17.5, 5.2, 3.4, 6, 0.3)}" fill="{fill}" stroke="{edge}" stroke-width="{w * 0.8}"/>'
        f'<circle cx="11.300" cy="27.300" r="1.700" fill="{eye}"/>'
    )


SHEEP = sheep_body(W, B, B, W)
BLACK = (
    f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{W}" stroke-width="7.4" stroke-linecap="round" fill="none"/>'
    f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{B}" stroke="{W}" stroke-width="5"/>'
    f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{B}" stroke-width="4.2" stroke-linecap="round" fill="none"/>'
    f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{B}"/>'
    f'<path d="M28 24c2.500-3 6-3 8 0M41 22c2.500-3 6-3 8 0M33 34c2.500-3 6-3 8 0M46 33c2-2.500 5-2.500 7 0" stroke="{W}" stroke-width="1.800" fill="none" stroke-linecap="round"/>'
    f'<path d="M18.5 17.5C11 17 6 24 4.2 31c-1 4 1.6 7.2 5.4 6.6C16 36.500 20.500 31.500 22 25z" fill="{W}" stroke="{B}" stroke-width="2.200"/>'
    f'<path d="M18.500 22.500c3-4 7.500-4.500 9.500-2 -1.500 4-5.500 5.500-9 4.200z" fill="{W}" stroke="{B}" stroke-width="1.600"/>'
    f'<path d="{cloud(16.5, 17.5, 5.2, 3.4, 6, 0.3)}" fill="{B}" stroke="{W}" stroke-width="1.400"/>'
    f'<circle cx="11.300" cy="27.300" r="1.800" fill="{B}"/>'
)


def lamb(x: float, y: float, k: float = 1.0) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({k})">'
        f'<path d="M9 16v7M13 17v6.500M20 17v6.500M24 16v7" stroke="{B}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{cloud(17, 12, 9.500, 6.500, 8, 0.2)}" fill="{W}" stroke="{B}" stroke-width="2.200"/>'
        f'<path d="M8 4.500C4 4.500 1.500 8 .8 11.500c-.5 2.500 1.200 4.200 3.400 3.600C8 14 10.500 11 11 8z" fill="{W}" stroke="{B}" stroke-width="2"/>'
        f'<path d="M8.500 6.500c2.500-3 5.500-3 7-1 -1.500 2.800-4 3.400-6.500 2.500z" fill="{B}"/><circle cx="5" cy="9.500" r="1.200" fill="{B}"/></g>'
    )


LAMBS = f'<g transform="translate(9 0) scale(.84)">{SHEEP}</g>' + lamb(1, 37, 1.0) + lamb(33, 39, 1.0)

WOLF_HEAD = (  # facing left, about x 1..31, y 9..40
    f'<path d="M1.500 28.500L12 20l1.500-11 6.500 7.500 4.500-7 3 12.500 3 10-7 7.500-10-.5-3.500-3.500-7 1.500-.5-3.500 4.500-1.500z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M4.500 32.800l6-1.800 4 1 3.500 3.500-4.500 2-3.500-3.200z" fill="{L}"/>'
    f'<path d="M12.800 24.600l5.200-1.600-1.600 3.200z" fill="{Y}" stroke="{B}" stroke-width=".9"/><path d="M.8 27.200l3.400-1 .6 3.200-3 .8z" fill="{B}"/>'
    f'<path d="M6 31.200l1.200 2.400 1.300-2.800 1.300 2.600 1-2.800" fill="{W}" stroke="{B}" stroke-width=".8" stroke-linejoin="round"/>'
)
WOLF = (
    f'<path d="M24 18c5-2.500 9 0 13 1.500 5 1 9 .5 13 2.500 5 2.500 8 7 10.500 14 1.500 5 2 9-.5 13.500-2-1-3.500-3-4.500-6-1-4-2-6-4.500-7.500l-.5 5 3.500 6-1.500 9h-6.500l1-3 1.500-.5-.500-5-6.500-7c-5 1.500-10 1.500-14 0l-1.500 5.500.5 10h-6.500l.5-3 1.700-.5-1.200-7-1.500-6c-3-3-4.500-8-4-13zM1.500 28.500L12 20l1.500-11 6.500 7.500 4.500-7 3 12.500 3 10-7 7.500-10-.5-3.500-3.500-7 1.500-.5-3.500 4.500-1.500z" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="M24 18c5-2.500 9 0 13 1.500 5 1 9 .5 13 2.500 5 2.500 8 7 10.500 14 1.500 5 2 9-.5 13.500-2-1-3.500-3-4.500-6-1-4-2-6-4.500-7.500l-.5 5 3.500 6-1.500 9h-6.500l1-3 1.500-.5-.500-5-6.500-7c-5 1.500-10 1.500-14 0l-1.500 5.500.5 10h-6.500l.5-3 1.700-.5-1.200-7-1.500-6c-3-3-4.500-8-4-13z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M27 24l2 5 2-4 2.500 5 2-4 2 4.500" stroke="{B}" stroke-width="1.500" fill="none" stroke-linejoin="round"/>'
    f'<path d="M57.500 41.500c.8 2.500 1.200 4.500 1.800 6.500" stroke="{L}" stroke-width="2" stroke-linecap="round"/>'
    + WOLF_HEAD
)
SCARED_BODY = "M24 18c5-2.500 9 0 13 1.500 5 1 9 .5 13 2.500 5 2.500 8 7 10.500 14 1.500 5 2 9-.5 13.500-2-1-3.500-3-4.500-6-1-4-2-6-4.500-7.500l-.5 5 3.500 6-1.500 9h-6.500l1-3 1.500-.5-.500-5-6.500-7c-5 1.500-10 1.500-14 0l-1.500 5.500.5 10h-6.500l.5-3 1.700-.5-1.200-7-1.500-6c-3-3-4.500-8-4-13z"
SCARED_HEAD = "M1.500 28.500L12 20l1.500-11 6.500 7.500 4.500-7 3 12.500 3 10-7 7.500-10-.5-3.500-3.500-7 1-.5-3z"
SCARED = (
    f'<g transform="translate(64 0) scale(-1 1)"><path d="{SCARED_BODY}{SCARED_HEAD}" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="{SCARED_BODY}" fill="{L}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><path d="{SCARED_HEAD}" fill="{L}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M4.500 32.500l6-1.500 4 1 3.500 3.500-4.500 2-3.500-2.700z" fill="{W}"/><circle cx="15" cy="24.600" r="3.500" fill="{W}" stroke="{B}" stroke-width="1.400"/><circle cx="15.800" cy="24.900" r="1.500" fill="{B}"/><path d="M.8 27.200l3.400-1 .6 3.200-3 .8z" fill="{B}"/></g>'
)
CLOTHED = (
    f'<path d="M53 33c6 1 9 7 8.500 16-.1 3-2 4-3.500 1.500-1.500-4-3-8-8-10z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M24 42v11l-2.500 3h5.500V43zM30.500 44v9.500l-2.500 2.500h5.500V44zM42 44v9.500l-2.500 2.500H45V44zM48 42v11l-2.500 3H51V43z" fill="{F}" stroke="{B}" stroke-width="1.600" stroke-linejoin="round"/>'
    f'<path d="{cloud(36, 29.5, 20, 15.5, 11, 0.2)}" fill="{W}" stroke="{B}" stroke-width="2.4"/>'
    + WOLF_HEAD
    + f'<path d="M26 14c-4 1-5 4-3.500 7-3 1-3.500 5-1 7-2.500 2-1.500 6 1.500 7" fill="none" stroke="{B}" stroke-width="2.200" stroke-linecap="round"/>'
)
DOG = (
    f'<path d="M52 27c4-2 6-6 6.500-11 .2-2.500 3.500-2.500 4 0C63.500 23 60 31 53 34z" fill="{B}" stroke="{W}" stroke-width="1.400"/><path d="M58.400 17c.2-3.500 3.800-3.500 4.200 0 .2 2-.1 4-.6 5.800-1.500-.2-3-.8-4.200-1.800.4-1.500.6-2.700.6-4z" fill="{W}" stroke="{B}" stroke-width="1.200"/>'
    f'<path d="M21 21c9 3 22 1 29 2.500 5 1.500 7 6 5.500 11.500L53 42l3 5-1.500 9H49l-.5-7-6-7.500c-5 1.500-9 1.500-13 .5L29 56h-5.500l-1.500-13c-5-4-7-11-5-17z" fill="{B}" stroke="{W}" stroke-width="1.400" stroke-linejoin="round"/>'
    f'<path d="M17.500 27c2 1 5 1 8-1.500 3 4 2.500 11-.5 17l-3-.5c-4-4-5.500-10-4.500-15z" fill="{W}"/>'
    f'<path d="M24 50l5 0 0 6H23.500zM49 50.500l6.200 0-.7 5.500H49z" fill="{W}" stroke="{B}" stroke-width="1"/>'
    f'<path d="M2.500 25.500C5 23 8 21.500 10.500 18c1.500-3 4-5.500 8-5.500 5.500 0 9 4 8.500 9-.4 5-5 8.500-10 8.200-4-.2-6 1.500-10.500 1.300-4-.2-5.500-3-4-5.500z" fill="{B}" stroke="{W}" stroke-width="1.400"/>'
    f'<path d="M3 26c2.500-2.500 5-3.500 7.500-6.500 1 3.500 1.500 6.500-.5 9.500-1.500 1-3.500 1-5 .8-2.700-.3-3.500-2-2-3.800z" fill="{W}"/><path d="M1.800 25.200l3.600-1.200.4 2.800-3 .6z" fill="{B}"/>'
    f'<path d="M17.500 13.500L16 6l5.500 3.500 5.500 1.500 2.500 6.500c-2 2-6 1.500-7.500-.5z" fill="{B}" stroke="{W}" stroke-width="1.400" stroke-linejoin="round"/><circle cx="14.200" cy="19.600" r="1.700" fill="{W}"/>'
)


def corpse(fill: str, extra: str = "", face: str = B, eye: str = W) -> str:
    return (
        f'<path d="M27 32l-2-8-5-5M31.500 31l-.5-9-5-5M43 31l.5-9 5-5M47.500 32l2-8 5-5" stroke="{B}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" fill="none"/>'
        + extra
        + f'<path d="{cloud(36, 40, 21, 12.5, 11, 0.2)}" fill="{fill}" stroke="{B}" stroke-width="2.4"/>'
        f'<path d="M19 35C12 33 5 38 4 45c-.6 4.500 2 7.800 6 7.500 6-.5 11-4 12.500-10z" fill="{face}" stroke="{B}" stroke-width="1.600"/>'
        f'<path d="M9 41l4.400 4.400M13.400 41L9 45.400" stroke="{eye}" stroke-width="1.900" stroke-linecap="round"/>'
    )


CORPSE = corpse(D)
CORPSE_WOLF = (
    f'<path d="M54 44c5-1 8 3 8 9 0 3-4 4-7 2.500-3-2-5-5-5-8z" fill="{F}" stroke="{B}" stroke-width="2"/>'
    + corpse(D, face=F)
    + f'<path d="M21 36l4-8-8.500 3.500-4-5-1 9.500" fill="{F}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/>'
)
SHEPHERD = (
    f'<path d="M50 60V16c0-9 11-9 11-1 0 3.500-2.500 5-5 4.500" fill="none" stroke="{W}" stroke-width="6" stroke-linecap="round"/><path d="M50 60V16c0-9 11-9 11-1 0 3.500-2.500 5-5 4.500" fill="none" stroke="{WD}" stroke-width="3.400" stroke-linecap="round"/>'
    f'<path d="M30 25c9 0 12 6 14 15l3.500 18h-36L16 40c2-9 5-15 14-15z" fill="{CO}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/><path d="M30 33l-3 25h6z" fill="{B}" opacity=".35"/>'
    f'<path d="M20 44l24-3 5.500-3.500 2.500 4.500-7 5-25 4z" fill="{CO}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/><circle cx="50.500" cy="39.500" r="3.400" fill="{S}" stroke="{B}" stroke-width="1.600"/>'
    f'<circle cx="30" cy="20" r="8.500" fill="{S}" stroke="{B}" stroke-width="2"/><path d="M22.500 22c1 9 14 9 15 0 0 11-4 14-7.500 14s-7.500-3-7.500-14z" fill="{W}" stroke="{B}" stroke-width="1.600"/>'
    f'<path d="M14 17c4-3 6-2.500 8-3 .5-7 3-9 8-9s7.500 2 8 9c2 .5 4 0 8 3-9 4-23 4-32 0z" fill="{ST}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><circle cx="27" cy="21" r="1.200" fill="{B}"/><circle cx="33" cy="21" r="1.200" fill="{B}"/>'
)
HUNTER = (
    f'<path d="M50 62V10" stroke="{W}" stroke-width="7" stroke-linecap="round"/><path d="M50 61V40" stroke="{WD}" stroke-width="5.400" stroke-linecap="round"/><path d="M50 44V9" stroke="{B}" stroke-width="3.200" stroke-linecap="round"/>'
    f'<path d="M17 58l1-20c1-8 5-12 12-12s12 4 13 12l1 20z" fill="{RU}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/><path d="M17.500 46h26" stroke="{B}" stroke-width="3"/><path d="M30 27v31" stroke="{B}" stroke-width="1.600"/>'
    f'<path d="M38 34l9.500 4.500 3.500 5-4.500 3-9.500-4z" fill="{RU}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/><circle cx="50" cy="44" r="3.200" fill="{S}" stroke="{B}" stroke-width="1.600"/>'
    f'<circle cx="30" cy="20" r="8.500" fill="{S}" stroke="{B}" stroke-width="2"/><path d="M22.500 24c3-2.500 5-2.500 7.500-.5 2.500-2 4.500-2 7.500.5-2 3.500-5.500 3.500-7.500 1.500-2 2-5.500 2-7.500-1.500z" fill="{B}"/>'
    f'<path d="M17 16c4-2 3-9 8-10 5 2 8 1 12 2 2 4 1 6 6 8-9 3-18 3-26 0z" fill="{CO}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><path d="M37 12c2-5 6-8 11-9-1 5-4 9-9 11z" fill="{W}" stroke="{B}" stroke-width="1.600" stroke-linejoin="round"/><circle cx="27" cy="19.500" r="1.200" fill="{B}"/><circle cx="33" cy="19.500" r="1.200" fill="{B}"/>'
)
BOY = (
    f'<path d="M52 61L45 30" stroke="{W}" stroke-width="6" stroke-linecap="round"/><path d="M52 61L45 30" stroke="{WD}" stroke-width="3.200" stroke-linecap="round"/>'
    f'<path d="M18 60l2-19c1-7 4-9 11-9s10 2 11 9l2 19z" fill="{BL}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/><path d="M25 32c2 5 10 5 12 0l2 3c-3 7-13 7-16 0z" fill="{Y}" stroke="{B}" stroke-width="1.600" stroke-linejoin="round"/>'
    f'<path d="M21 40L11 30l-4-7 4-2 5 6 9 8zM40 40l7-7 3 4-7 11z" fill="{BL}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/><circle cx="9.500" cy="21" r="3.200" fill="{S}" stroke="{B}" stroke-width="1.500"/><circle cx="47.500" cy="36" r="3" fill="{S}" stroke="{B}" stroke-width="1.500"/>'
    f'<circle cx="31" cy="20" r="10.500" fill="{S}" stroke="{B}" stroke-width="2"/><ellipse cx="31" cy="25.500" rx="3.400" ry="3.900" fill="{B}"/><path d="M29 27.500c1-1 3-1 4 0-.6 1.600-3.400 1.600-4 0z" fill="{R}"/><circle cx="27" cy="18.500" r="1.400" fill="{B}"/><circle cx="35" cy="18.500" r="1.400" fill="{B}"/>'
    f'<path d="M19.500 19c-1-9 5-13 11.500-13 7 0 12.500 4 11.500 13l-3.500-5-3 2-3-3-3.500 3-3-3-3 3z" fill="{WD}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/>'
)

# heads, seen from the front, 48 x 48: for tokens, chips, cards' corners; must read at 20 px
H_SHEEP = (
    f'<path d="M13 21C7 17 2 20 1.500 24c4 4 9 4 12.500 1zM35 21c6-4 11-1 11.500 3-4 4-9 4-12.500 1z" fill="{B}" stroke="{W}" stroke-width="1.500"/>'
    f'<path d="M24 14c8 0 12 5 11 13-1 9-5 16-11 16s-10-7-11-16c-1-8 3-13 11-13z" fill="{B}" stroke="{W}" stroke-width="1.500"/>'
    f'<path d="{cloud(24, 13, 11, 6.500, 8, 0.4)}" fill="{W}" stroke="{B}" stroke-width="2.200"/>'
    f'<circle cx="18.800" cy="26" r="2.300" fill="{W}"/><circle cx="29.200" cy="26" r="2.300" fill="{W}"/><path d="M21 36l3 2.500 3-2.500" stroke="{W}" stroke-width="1.900" fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
)
H_DOG = (
    f'<path d="M12 18L8 5l9 4h14l9-4-4 13 3 9-6 10-9 7-9-7-6-10z" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="M12 18L8 5l9 4h14l9-4-4 13 3 9-6 10-9 7-9-7-6-10z" fill="{B}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M8 5l-4.500 9c1 3 4.500 4 8 2zM40 5l4.500 9c-1 3-4.500 4-8 2z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M21.500 9.500h5l1.500 15c5 2 7 7 4.500 11.500L24 42.500 15.500 36C13 31.500 15 26.500 20 24.500z" fill="{W}"/><circle cx="16.300" cy="21.500" r="2.400" fill="{W}"/><circle cx="31.700" cy="21.500" r="2.400" fill="{W}"/>'
    f'<path d="M19.500 30h9l-2.800 4.500h-3.400z" fill="{B}" stroke="{B}" stroke-width="1.200" stroke-linejoin="round"/><path d="M24 34v4" stroke="{B}" stroke-width="1.800"/>'
)
H_WOLF = (
    f'<path d="M9 2l8.500 9.500h13L39 2l2.500 17 4 9-7 2.500-1.500 5-6 1.500L24 46l-7-9-6-1.500L9.500 30.500l-7-2.500 4-9z" fill="{W}" stroke="{W}" stroke-width="4.800" stroke-linejoin="round"/><path d="M9 2l8.500 9.500h13L39 2l2.500 17 4 9-7 2.500-1.500 5-6 1.500L24 46l-7-9-6-1.500L9.500 30.500l-7-2.500 4-9z" fill="{F}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/>'
    f'<path d="M11.500 8l4 6-3 4zM36.500 8l-4 6 3 4z" fill="{B}"/><path d="M24 22l5 8.500 5 1-4.500 4L24 43.500 18.500 35.500l-4.500-4 5-1z" fill="{L}"/>'
    f'<path d="M11.500 20.500l9 3.500-2.500 4.500-4.500-2zM36.500 20.500l-9 3.500 2.500 4.500 4.500-2z" fill="{Y}" stroke="{B}" stroke-width="1.500" stroke-linejoin="round"/><path d="M20 35h8l-4 6z" fill="{B}" stroke="{B}" stroke-width="1.200" stroke-linejoin="round"/>'
)
H_HUNTER = (
    f'<path d="M12 22c0 15 5 22 12 22s12-7 12-22z" fill="{S}" stroke="{B}" stroke-width="2.200"/>'
    f'<path d="M2.500 22c6-3 7-15 13-17 6 3 12 0 18 2 3 6 4 12 12 15-13 5-30 5-43 0z" fill="{CO}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/><path d="M12.500 17.500c8 2.500 16 2.500 24 0" stroke="{B}" stroke-width="3" fill="none"/>'
    f'<path d="M31 14c1-7 6-11 13-12.500-.5 7-4 12-10.500 14z" fill="{W}" stroke="{B}" stroke-width="1.800" stroke-linejoin="round"/><circle cx="19" cy="28" r="1.900" fill="{B}"/><circle cx="29" cy="28" r="1.900" fill="{B}"/>'
    f'<path d="M11.500 35c5-4 9-4 12.500-1.500 3.500-2.500 7.500-2.500 12.500 1.500-3 5-9.500 5-12.500 2-3 3-9.500 3-12.500-2z" fill="{B}"/>'
)
H_BOY = (
    f'<circle cx="24" cy="26" r="17" fill="{S}" stroke="{B}" stroke-width="2.200"/><path d="M6 24C4 10 14 3 24 3s20 7 18 21l-6-8-5 4-5-5-5 5-5-5-5 5z" fill="{WD}" stroke="{B}" stroke-width="2.200" stroke-linejoin="round"/>'
    f'<circle cx="17.500" cy="25" r="2.100" fill="{B}"/><circle cx="30.500" cy="25" r="2.100" fill="{B}"/><ellipse cx="24" cy="34.500" rx="4.800" ry="5.400" fill="{B}"/><path d="M21 37c2-2 4-2 6 0-1 2.400-5 2.400-6 0z" fill="{R}"/>'
)
H_Q = f'<circle cx="24" cy="24" r="21" fill="{W}" stroke="{B}" stroke-width="2.200"/><path d="M16.500 18.500c0-10 15-10 15-1 0 6-7.500 6.500-7.500 12.500" fill="none" stroke="{B}" stroke-width="4.600" stroke-linecap="round"/><circle cx="24" cy="37.500" r="3" fill="{B}"/>'


# badges, 24 x 24, each its own outline: shape first, colour second
def disc(fill: str, inner: str, shape: str = "circle") -> str:
    base = {
        "circle": f'<circle cx="12" cy="12" r="10.500" fill="{fill}" stroke="{B}" stroke-width="1.600"/>',
        "square": f'<rect x="2" y="2" width="20" height="20" rx="4" fill="{fill}" stroke="{B}" stroke-width="1.600"/>',
        "ears": f'<path d="M3.500 1.500l5 4.500h7l5-4.500 2 12.500-4.500 6-6 3-6-3L1.500 14z" fill="{fill}" stroke="{B}" stroke-width="1.600" stroke-linejoin="round"/>',
    }[shape]
    return base + inner


SUSPECT = disc(
    R,
    f'<path d="M5.500 11.500l5 2-1.600 2.700-2.800-1.300zM18.500 11.500l-5 2 1.600 2.700 2.800-1.300z" fill="{W}"/>',
    "ears",
)
CLEARED = disc(
    BL,
    f'<path d="M6.500 12.500l4 4 7.500-8.500" fill="none" stroke="{W}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>',
)
RAN = disc(W, f'<path d="M12 6.500v11M6.500 12h11" stroke="{B}" stroke-width="2.800" stroke-linecap="round"/>')
STAYED = disc(
    W, f'<path d="M6.500 9.500h11M6.500 14.500h11" stroke="{B}" stroke-width="2.600" stroke-linecap="round"/>'
)
LOST = disc(
    R, f'<path d="M7.500 7.500l9 9M16.500 7.500l-9 9" stroke="{W}" stroke-width="3" stroke-linecap="round"/>', "square"
)
FANG = disc(
    R,
    f'<path d="M4.5 7c5 2.500 10 2.500 15 0" stroke="{W}" stroke-width="2.200" fill="none" stroke-linecap="round"/><path d="M6.500 9.500l4 1 -1.500 8zM17.500 9.500l-4 1 1.500 8z" fill="{W}" stroke="{W}" stroke-width="1" stroke-linejoin="round"/>',
    "square",
)
BOLT = disc(
    BL,
    f'<path d="M12 17.500V7M7.500 11.500L12 6.500l4.500 5" fill="none" stroke="{W}" stroke-width="2.800" stroke-linecap="round" stroke-linejoin="round" transform="rotate(45 12 12)"/>',
)
RISK = disc(W, f'<path d="M12 5.5v8M12 17.6v.5" stroke="{R}" stroke-width="3.200" stroke-linecap="round"/>', "square")
TAGMARK = disc(Y, f'<circle cx="12" cy="12" r="3.400" fill="{B}"/>')
FOLD = (
    f'<g fill="var(--stone,#a59c88)" stroke="{B}" stroke-width="1.400">'
    + "".join(
        f'<ellipse cx="{f(24 + 17.5 * cos(a))}" cy="{f(24 + 17.5 * sin(a))}" rx="5.400" ry="4.300" transform="rotate({f(a * 180 / pi + 90)} {f(24 + 17.5 * cos(a))} {f(24 + 17.5 * sin(a))})"/>'
        for a in [pi / 2 + 2 * pi * (i + 1.0) / 11 for i in range(10)]
    )
    + f'</g><g transform="translate(10.500 10) scale(.43)">{SHEEP}</g>'
)

SYMBOLS = {  # id: (viewBox side, drawing)
    "sheep": (64, SHEEP),
    "lambs": (64, LAMBS),
    "black": (64, BLACK),
    "dog": (64, DOG),
    "wolf": (64, WOLF),
    "wolf-scared": (64, SCARED),
    "wolf-clothed": (64, CLOTHED),
    "shepherd": (64, SHEPHERD),
    "hunter": (64, HUNTER),
    "boy": (64, BOY),
    "corpse": (64, CORPSE),
    "corpse-wolf": (64, CORPSE_WOLF),
    "h-sheep": (48, H_SHEEP),
    "h-dog": (48, H_DOG),
    "h-hunter": (48, H_HUNTER),
    "h-boy": (48, H_BOY),
    "h-wolf": (48, H_WOLF),
    "h-q": (48, H_Q),
    "m-suspect": (24, SUSPECT),
    "m-cleared": (24, CLEARED),
    "m-ran": (24, RAN),
    "m-stayed": (24, STAYED),
    "m-lost": (24, LOST),
    "m-fang": (24, FANG),
    "m-scared": (24, BOLT),
    "m-risk": (24, RISK),
    "m-turn": (24, TAGMARK),
    "fold": (48, FOLD),
}


def symbols(*ids: str) -> str:
    """The named drawings (all, if none is named) as symbols for a <defs>."""
    out = "".join(
        f'<symbol id="{i}" viewBox="0 0 {SYMBOLS[i][0]} {SYMBOLS[i][0]}" overflow="visible">{SYMBOLS[i][1]}</symbol>'
        for i in (ids or SYMBOLS)
    )
    return re.sub(r"(\.\d*?)0+(?=[^\d.]|\.|$)", lambda m: m.group(1) if m.group(1) != "." else "", out)


def use(i: str, x: float, y: float, s: float, **k: object) -> str:
    """A drawing with its corner at (x, y), ``s`` wide; further attributes as keywords."""
    at = "".join(f' {a.replace("_", "-")}="{v}"' for a, v in k.items())
    return f'<use href="#{i}" x="{f(x)}" y="{f(y)}" width="{f(s)}" height="{f(s)}"{at}/>'

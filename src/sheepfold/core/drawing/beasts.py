"""The drawings: every animal, person, fence and mark as an SVG <symbol>. Original work, simple shapes."""

from __future__ import annotations

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


COLOURS = {
    "block": "#1d211b", "fleece": "#fbf7ec", "fleece-dead": "#cfc6b0", "fur": "#5b6570", "fur-light": "#c9ced0",
    "skin": "#e7b88f", "straw": "#d9b24a", "coat": "#55672f", "wood": "#8a6238", "rust": "#a8481f",
    "mark-red": "#a5351a", "mark-blue": "#1f568c", "mark-yellow": "#f2c230",
}  # fmt: skip
B, W, D, F, L, S, ST, CO, WD, RU, R, BL, Y = (f"var(--{name},{value})" for name, value in COLOURS.items())


def sheep_body(fill: str, edge: str, face: str, eye: str, w: float = 2.4) -> str:
    return (
        f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{B}" stroke-width="4.6" stroke-linecap="round" fill="none"/>'
        f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{fill}" stroke="{edge}" stroke-width="{w}"/>'
        f'<path d="M18.5 17.5C11 17 6 24 4.2 31c-1 4 1.6 7.2 5.4 6.6C16 36.5 20.5 31.5 22 25z" fill="{face}" stroke="{edge if face != B else B}" stroke-width="1.2"/>'
        f'<path d="M18.5 22.5c3-4 7.5-4.5 9.5-2 -1.5 4-5.5 5.5-9 4.2z" fill="{face}" stroke="{fill}" stroke-width="1.3"/>'
        f'<path d="{cloud(16.5, 17.5, 5.2, 3.4, 6, 0.3)}" fill="{fill}" stroke="{edge}" stroke-width="{w * 0.8}"/>'
        f'<circle cx="11.3" cy="27.3" r="1.7" fill="{eye}"/>'
    )


SHEEP = sheep_body(W, B, B, W)
BLACK = (
    f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{W}" stroke-width="7.4" stroke-linecap="round" fill="none"/>'
    f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{B}" stroke="{W}" stroke-width="5"/>'
    f'<path d="M24 43v12.5M30.5 45v11M42 45v11M48 43v12.5" stroke="{B}" stroke-width="4.2" stroke-linecap="round" fill="none"/>'
    f'<path d="{cloud(36, 29.5, 21, 15.5, 11, 0.2)}" fill="{B}"/>'
    f'<path d="M28 24c2.5-3 6-3 8 0M41 22c2.5-3 6-3 8 0M33 34c2.5-3 6-3 8 0M46 33c2-2.5 5-2.5 7 0" stroke="{W}" stroke-width="1.8" fill="none" stroke-linecap="round"/>'
    f'<path d="M18.5 17.5C11 17 6 24 4.2 31c-1 4 1.6 7.2 5.4 6.6C16 36.5 20.5 31.5 22 25z" fill="{W}" stroke="{B}" stroke-width="2.2"/>'
    f'<path d="M18.5 22.5c3-4 7.5-4.5 9.5-2 -1.5 4-5.5 5.5-9 4.2z" fill="{W}" stroke="{B}" stroke-width="1.6"/>'
    f'<path d="{cloud(16.5, 17.5, 5.2, 3.4, 6, 0.3)}" fill="{B}" stroke="{W}" stroke-width="1.4"/>'
    f'<circle cx="11.3" cy="27.3" r="1.8" fill="{B}"/>'
)


def lamb(x: float, y: float, k: float = 1.0) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({k})">'
        f'<path d="M9 16v7M13 17v6.5M20 17v6.5M24 16v7" stroke="{B}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{cloud(17, 12, 9.5, 6.5, 8, 0.2)}" fill="{W}" stroke="{B}" stroke-width="2.2"/>'
        f'<path d="M8 4.5C4 4.5 1.5 8 .8 11.5c-.5 2.5 1.2 4.2 3.4 3.6C8 14 10.5 11 11 8z" fill="{W}" stroke="{B}" stroke-width="2"/>'
        f'<path d="M8.5 6.5c2.5-3 5.5-3 7-1 -1.5 2.8-4 3.4-6.5 2.5z" fill="{B}"/><circle cx="5" cy="9.5" r="1.2" fill="{B}"/></g>'
    )


LAMBS = f'<g transform="translate(9 0) scale(.84)">{SHEEP}</g>' + lamb(1, 37) + lamb(33, 39)

WOLF_HEAD = (  # facing left, about x 1..31, y 9..40
    f'<path d="M1.5 28.5L12 20l1.5-11 6.5 7.5 4.5-7 3 12.5 3 10-7 7.5-10-.5-3.5-3.5-7 1.5-.5-3.5 4.5-1.5z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M4.5 32.8l6-1.8 4 1 3.5 3.5-4.5 2-3.5-3.2z" fill="{L}"/>'
    f'<path d="M12.8 24.6l5.2-1.6-1.6 3.2z" fill="{Y}" stroke="{B}" stroke-width=".9"/><path d="M.8 27.2l3.4-1 .6 3.2-3 .8z" fill="{B}"/>'
    f'<path d="M6 31.2l1.2 2.4 1.3-2.8 1.3 2.6 1-2.8" fill="{W}" stroke="{B}" stroke-width=".8" stroke-linejoin="round"/>'
)
WOLF = (
    f'<path d="M24 18c5-2.5 9 0 13 1.5 5 1 9 .5 13 2.5 5 2.5 8 7 10.5 14 1.5 5 2 9-.5 13.5-2-1-3.5-3-4.5-6-1-4-2-6-4.5-7.5l-.5 5 3.5 6-1.5 9h-6.5l1-3 1.5-.5-.5-5-6.5-7c-5 1.5-10 1.5-14 0l-1.5 5.5.5 10h-6.5l.5-3 1.7-.5-1.2-7-1.5-6c-3-3-4.5-8-4-13zM1.5 28.5L12 20l1.5-11 6.5 7.5 4.5-7 3 12.5 3 10-7 7.5-10-.5-3.5-3.5-7 1.5-.5-3.5 4.5-1.5z" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="M24 18c5-2.5 9 0 13 1.5 5 1 9 .5 13 2.5 5 2.5 8 7 10.5 14 1.5 5 2 9-.5 13.5-2-1-3.5-3-4.5-6-1-4-2-6-4.5-7.5l-.5 5 3.5 6-1.5 9h-6.5l1-3 1.5-.5-.5-5-6.5-7c-5 1.5-10 1.5-14 0l-1.5 5.5.5 10h-6.5l.5-3 1.7-.5-1.2-7-1.5-6c-3-3-4.5-8-4-13z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M27 24l2 5 2-4 2.5 5 2-4 2 4.5" stroke="{B}" stroke-width="1.5" fill="none" stroke-linejoin="round"/>'
    f'<path d="M57.5 41.5c.8 2.5 1.2 4.5 1.8 6.5" stroke="{L}" stroke-width="2" stroke-linecap="round"/>' + WOLF_HEAD
)
SCARED_BODY = "M24 18c5-2.5 9 0 13 1.5 5 1 9 .5 13 2.5 5 2.5 8 7 10.5 14 1.5 5 2 9-.5 13.5-2-1-3.5-3-4.5-6-1-4-2-6-4.5-7.5l-.5 5 3.5 6-1.5 9h-6.5l1-3 1.5-.5-.5-5-6.5-7c-5 1.5-10 1.5-14 0l-1.5 5.5.5 10h-6.5l.5-3 1.7-.5-1.2-7-1.5-6c-3-3-4.5-8-4-13z"
SCARED_HEAD = "M1.5 28.5L12 20l1.5-11 6.5 7.5 4.5-7 3 12.5 3 10-7 7.5-10-.5-3.5-3.5-7 1-.5-3z"
SCARED = (
    f'<g transform="translate(64 0) scale(-1 1)"><path d="{SCARED_BODY}{SCARED_HEAD}" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="{SCARED_BODY}" fill="{L}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><path d="{SCARED_HEAD}" fill="{L}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M4.5 32.5l6-1.5 4 1 3.5 3.5-4.5 2-3.5-2.7z" fill="{W}"/><circle cx="15" cy="24.6" r="3.5" fill="{W}" stroke="{B}" stroke-width="1.4"/><circle cx="15.8" cy="24.9" r="1.5" fill="{B}"/><path d="M.8 27.2l3.4-1 .6 3.2-3 .8z" fill="{B}"/></g>'
)
CLOTHED = (
    f'<path d="M53 33c6 1 9 7 8.5 16-.1 3-2 4-3.5 1.5-1.5-4-3-8-8-10z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M24 42v11l-2.5 3h5.5V43zM30.5 44v9.5l-2.5 2.5h5.5V44zM42 44v9.5l-2.5 2.5H45V44zM48 42v11l-2.5 3H51V43z" fill="{F}" stroke="{B}" stroke-width="1.6" stroke-linejoin="round"/>'
    f'<path d="{cloud(36, 29.5, 20, 15.5, 11, 0.2)}" fill="{W}" stroke="{B}" stroke-width="2.4"/>'
    + WOLF_HEAD
    + f'<path d="M26 14c-4 1-5 4-3.5 7-3 1-3.5 5-1 7-2.5 2-1.5 6 1.5 7" fill="none" stroke="{B}" stroke-width="2.2" stroke-linecap="round"/>'
)
DOG = (
    f'<path d="M52 27c4-2 6-6 6.5-11 .2-2.5 3.5-2.5 4 0C63.5 23 60 31 53 34z" fill="{B}" stroke="{W}" stroke-width="1.4"/><path d="M58.4 17c.2-3.5 3.8-3.5 4.2 0 .2 2-.1 4-.6 5.8-1.5-.2-3-.8-4.2-1.8.4-1.5.6-2.7.6-4z" fill="{W}" stroke="{B}" stroke-width="1.2"/>'
    f'<path d="M21 21c9 3 22 1 29 2.5 5 1.5 7 6 5.5 11.5L53 42l3 5-1.5 9H49l-.5-7-6-7.5c-5 1.5-9 1.5-13 .5L29 56h-5.5l-1.5-13c-5-4-7-11-5-17z" fill="{B}" stroke="{W}" stroke-width="1.4" stroke-linejoin="round"/>'
    f'<path d="M17.5 27c2 1 5 1 8-1.5 3 4 2.5 11-.5 17l-3-.5c-4-4-5.5-10-4.5-15z" fill="{W}"/>'
    f'<path d="M24 50l5 0 0 6H23.5zM49 50.5l6.2 0-.7 5.5H49z" fill="{W}" stroke="{B}" stroke-width="1"/>'
    f'<path d="M2.5 25.5C5 23 8 21.5 10.5 18c1.5-3 4-5.5 8-5.5 5.5 0 9 4 8.5 9-.4 5-5 8.5-10 8.2-4-.2-6 1.5-10.5 1.3-4-.2-5.5-3-4-5.5z" fill="{B}" stroke="{W}" stroke-width="1.4"/>'
    f'<path d="M3 26c2.5-2.5 5-3.5 7.5-6.5 1 3.5 1.5 6.5-.5 9.5-1.5 1-3.5 1-5 .8-2.7-.3-3.5-2-2-3.8z" fill="{W}"/><path d="M1.8 25.2l3.6-1.2.4 2.8-3 .6z" fill="{B}"/>'
    f'<path d="M17.5 13.5L16 6l5.5 3.5 5.5 1.5 2.5 6.5c-2 2-6 1.5-7.5-.5z" fill="{B}" stroke="{W}" stroke-width="1.4" stroke-linejoin="round"/><circle cx="14.2" cy="19.6" r="1.7" fill="{W}"/>'
)


def corpse(fill: str, extra: str = "", face: str = B, eye: str = W) -> str:
    return (
        f'<path d="M27 32l-2-8-5-5M31.5 31l-.5-9-5-5M43 31l.5-9 5-5M47.5 32l2-8 5-5" stroke="{B}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" fill="none"/>'
        + extra
        + f'<path d="{cloud(36, 40, 21, 12.5, 11, 0.2)}" fill="{fill}" stroke="{B}" stroke-width="2.4"/>'
        f'<path d="M19 35C12 33 5 38 4 45c-.6 4.5 2 7.8 6 7.5 6-.5 11-4 12.5-10z" fill="{face}" stroke="{B}" stroke-width="1.6"/>'
        f'<path d="M9 41l4.4 4.4M13.4 41L9 45.4" stroke="{eye}" stroke-width="1.9" stroke-linecap="round"/>'
    )


CORPSE = corpse(D)
CORPSE_WOLF = (
    f'<path d="M54 44c5-1 8 3 8 9 0 3-4 4-7 2.5-3-2-5-5-5-8z" fill="{F}" stroke="{B}" stroke-width="2"/>'
    + corpse(D, face=F)
    + f'<path d="M21 36l4-8-8.5 3.5-4-5-1 9.5" fill="{F}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/>'
)
SHEPHERD = (
    f'<path d="M50 60V16c0-9 11-9 11-1 0 3.5-2.5 5-5 4.5" fill="none" stroke="{W}" stroke-width="6" stroke-linecap="round"/><path d="M50 60V16c0-9 11-9 11-1 0 3.5-2.5 5-5 4.5" fill="none" stroke="{WD}" stroke-width="3.4" stroke-linecap="round"/>'
    f'<path d="M30 25c9 0 12 6 14 15l3.5 18h-36L16 40c2-9 5-15 14-15z" fill="{CO}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/><path d="M30 33l-3 25h6z" fill="{B}" opacity=".35"/>'
    f'<path d="M20 44l24-3 5.5-3.5 2.5 4.5-7 5-25 4z" fill="{CO}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/><circle cx="50.5" cy="39.5" r="3.4" fill="{S}" stroke="{B}" stroke-width="1.6"/>'
    f'<circle cx="30" cy="20" r="8.5" fill="{S}" stroke="{B}" stroke-width="2"/><path d="M22.5 22c1 9 14 9 15 0 0 11-4 14-7.5 14s-7.5-3-7.5-14z" fill="{W}" stroke="{B}" stroke-width="1.6"/>'
    f'<path d="M14 17c4-3 6-2.5 8-3 .5-7 3-9 8-9s7.5 2 8 9c2 .5 4 0 8 3-9 4-23 4-32 0z" fill="{ST}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><circle cx="27" cy="21" r="1.2" fill="{B}"/><circle cx="33" cy="21" r="1.2" fill="{B}"/>'
)
HUNTER = (
    f'<path d="M50 62V10" stroke="{W}" stroke-width="7" stroke-linecap="round"/><path d="M50 61V40" stroke="{WD}" stroke-width="5.4" stroke-linecap="round"/><path d="M50 44V9" stroke="{B}" stroke-width="3.2" stroke-linecap="round"/>'
    f'<path d="M17 58l1-20c1-8 5-12 12-12s12 4 13 12l1 20z" fill="{RU}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/><path d="M17.5 46h26" stroke="{B}" stroke-width="3"/><path d="M30 27v31" stroke="{B}" stroke-width="1.6"/>'
    f'<path d="M38 34l9.5 4.5 3.5 5-4.5 3-9.5-4z" fill="{RU}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/><circle cx="50" cy="44" r="3.2" fill="{S}" stroke="{B}" stroke-width="1.6"/>'
    f'<circle cx="30" cy="20" r="8.5" fill="{S}" stroke="{B}" stroke-width="2"/><path d="M22.5 24c3-2.5 5-2.5 7.5-.5 2.5-2 4.5-2 7.5.5-2 3.5-5.5 3.5-7.5 1.5-2 2-5.5 2-7.5-1.5z" fill="{B}"/>'
    f'<path d="M17 16c4-2 3-9 8-10 5 2 8 1 12 2 2 4 1 6 6 8-9 3-18 3-26 0z" fill="{CO}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/><path d="M37 12c2-5 6-8 11-9-1 5-4 9-9 11z" fill="{W}" stroke="{B}" stroke-width="1.6" stroke-linejoin="round"/><circle cx="27" cy="19.5" r="1.2" fill="{B}"/><circle cx="33" cy="19.5" r="1.2" fill="{B}"/>'
)
BOY = (
    f'<path d="M52 61L45 30" stroke="{W}" stroke-width="6" stroke-linecap="round"/><path d="M52 61L45 30" stroke="{WD}" stroke-width="3.2" stroke-linecap="round"/>'
    f'<path d="M18 60l2-19c1-7 4-9 11-9s10 2 11 9l2 19z" fill="{BL}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/><path d="M25 32c2 5 10 5 12 0l2 3c-3 7-13 7-16 0z" fill="{Y}" stroke="{B}" stroke-width="1.6" stroke-linejoin="round"/>'
    f'<path d="M21 40L11 30l-4-7 4-2 5 6 9 8zM40 40l7-7 3 4-7 11z" fill="{BL}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/><circle cx="9.5" cy="21" r="3.2" fill="{S}" stroke="{B}" stroke-width="1.5"/><circle cx="47.5" cy="36" r="3" fill="{S}" stroke="{B}" stroke-width="1.5"/>'
    f'<circle cx="31" cy="20" r="10.5" fill="{S}" stroke="{B}" stroke-width="2"/><ellipse cx="31" cy="25.5" rx="3.4" ry="3.9" fill="{B}"/><path d="M29 27.5c1-1 3-1 4 0-.6 1.6-3.4 1.6-4 0z" fill="{R}"/><circle cx="27" cy="18.5" r="1.4" fill="{B}"/><circle cx="35" cy="18.5" r="1.4" fill="{B}"/>'
    f'<path d="M19.5 19c-1-9 5-13 11.5-13 7 0 12.5 4 11.5 13l-3.5-5-3 2-3-3-3.5 3-3-3-3 3z" fill="{WD}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/>'
)

# heads, seen from the front, 48 x 48: for tokens, chips, cards' corners; must read at 20 px
H_SHEEP = (
    f'<path d="M13 21C7 17 2 20 1.5 24c4 4 9 4 12.5 1zM35 21c6-4 11-1 11.5 3-4 4-9 4-12.5 1z" fill="{B}" stroke="{W}" stroke-width="1.5"/>'
    f'<path d="M24 14c8 0 12 5 11 13-1 9-5 16-11 16s-10-7-11-16c-1-8 3-13 11-13z" fill="{B}" stroke="{W}" stroke-width="1.5"/>'
    f'<path d="{cloud(24, 13, 11, 6.5, 8, 0.4)}" fill="{W}" stroke="{B}" stroke-width="2.2"/>'
    f'<circle cx="18.8" cy="26" r="2.3" fill="{W}"/><circle cx="29.2" cy="26" r="2.3" fill="{W}"/><path d="M21 36l3 2.5 3-2.5" stroke="{W}" stroke-width="1.9" fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
)
H_DOG = (
    f'<path d="M12 18L8 5l9 4h14l9-4-4 13 3 9-6 10-9 7-9-7-6-10z" fill="{W}" stroke="{W}" stroke-width="5" stroke-linejoin="round"/><path d="M12 18L8 5l9 4h14l9-4-4 13 3 9-6 10-9 7-9-7-6-10z" fill="{B}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M8 5l-4.5 9c1 3 4.5 4 8 2zM40 5l4.5 9c-1 3-4.5 4-8 2z" fill="{F}" stroke="{B}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M21.5 9.5h5l1.5 15c5 2 7 7 4.5 11.5L24 42.5 15.5 36C13 31.5 15 26.5 20 24.5z" fill="{W}"/><circle cx="16.3" cy="21.5" r="2.4" fill="{W}"/><circle cx="31.7" cy="21.5" r="2.4" fill="{W}"/>'
    f'<path d="M19.5 30h9l-2.8 4.5h-3.4z" fill="{B}" stroke="{B}" stroke-width="1.2" stroke-linejoin="round"/><path d="M24 34v4" stroke="{B}" stroke-width="1.8"/>'
)
H_WOLF = (
    f'<path d="M9 2l8.5 9.5h13L39 2l2.5 17 4 9-7 2.5-1.5 5-6 1.5L24 46l-7-9-6-1.5L9.5 30.5l-7-2.5 4-9z" fill="{W}" stroke="{W}" stroke-width="4.8" stroke-linejoin="round"/><path d="M9 2l8.5 9.5h13L39 2l2.5 17 4 9-7 2.5-1.5 5-6 1.5L24 46l-7-9-6-1.5L9.5 30.5l-7-2.5 4-9z" fill="{F}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/>'
    f'<path d="M11.5 8l4 6-3 4zM36.5 8l-4 6 3 4z" fill="{B}"/><path d="M24 22l5 8.5 5 1-4.5 4L24 43.5 18.5 35.5l-4.5-4 5-1z" fill="{L}"/>'
    f'<path d="M11.5 20.5l9 3.5-2.5 4.5-4.5-2zM36.5 20.5l-9 3.5 2.5 4.5 4.5-2z" fill="{Y}" stroke="{B}" stroke-width="1.5" stroke-linejoin="round"/><path d="M20 35h8l-4 6z" fill="{B}" stroke="{B}" stroke-width="1.2" stroke-linejoin="round"/>'
)
H_HUNTER = (
    f'<path d="M12 22c0 15 5 22 12 22s12-7 12-22z" fill="{S}" stroke="{B}" stroke-width="2.2"/>'
    f'<path d="M2.5 22c6-3 7-15 13-17 6 3 12 0 18 2 3 6 4 12 12 15-13 5-30 5-43 0z" fill="{CO}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/><path d="M12.5 17.5c8 2.5 16 2.5 24 0" stroke="{B}" stroke-width="3" fill="none"/>'
    f'<path d="M31 14c1-7 6-11 13-12.5-.5 7-4 12-10.5 14z" fill="{W}" stroke="{B}" stroke-width="1.8" stroke-linejoin="round"/><circle cx="19" cy="28" r="1.9" fill="{B}"/><circle cx="29" cy="28" r="1.9" fill="{B}"/>'
    f'<path d="M11.5 35c5-4 9-4 12.5-1.5 3.5-2.5 7.5-2.5 12.5 1.5-3 5-9.5 5-12.5 2-3 3-9.5 3-12.5-2z" fill="{B}"/>'
)
H_BOY = (
    f'<circle cx="24" cy="26" r="17" fill="{S}" stroke="{B}" stroke-width="2.2"/><path d="M6 24C4 10 14 3 24 3s20 7 18 21l-6-8-5 4-5-5-5 5-5-5-5 5z" fill="{WD}" stroke="{B}" stroke-width="2.2" stroke-linejoin="round"/>'
    f'<circle cx="17.5" cy="25" r="2.1" fill="{B}"/><circle cx="30.5" cy="25" r="2.1" fill="{B}"/><ellipse cx="24" cy="34.5" rx="4.8" ry="5.4" fill="{B}"/><path d="M21 37c2-2 4-2 6 0-1 2.4-5 2.4-6 0z" fill="{R}"/>'
)
H_Q = f'<circle cx="24" cy="24" r="21" fill="{W}" stroke="{B}" stroke-width="2.2"/><path d="M16.5 18.5c0-10 15-10 15-1 0 6-7.5 6.5-7.5 12.5" fill="none" stroke="{B}" stroke-width="4.6" stroke-linecap="round"/><circle cx="24" cy="37.5" r="3" fill="{B}"/>'


# badges, 24 x 24, each its own outline: shape first, colour second
def disc(fill: str, inner: str, shape: str = "circle") -> str:
    base = {
        "circle": f'<circle cx="12" cy="12" r="10.5" fill="{fill}" stroke="{B}" stroke-width="1.6"/>',
        "square": f'<rect x="2" y="2" width="20" height="20" rx="4" fill="{fill}" stroke="{B}" stroke-width="1.6"/>',
        "ears": f'<path d="M3.5 1.5l5 4.5h7l5-4.5 2 12.5-4.5 6-6 3-6-3L1.5 14z" fill="{fill}" stroke="{B}" stroke-width="1.6" stroke-linejoin="round"/>',
    }[shape]
    return base + inner


SUSPECT = disc(
    R,
    f'<path d="M5.5 11.5l5 2-1.6 2.7-2.8-1.3zM18.5 11.5l-5 2 1.6 2.7 2.8-1.3z" fill="{W}"/>',
    "ears",
)
CLEARED = disc(
    BL,
    f'<path d="M6.5 12.5l4 4 7.5-8.5" fill="none" stroke="{W}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>',
)
RAN = disc(W, f'<path d="M12 6.5v11M6.5 12h11" stroke="{B}" stroke-width="2.8" stroke-linecap="round"/>')
STAYED = disc(W, f'<path d="M6.5 9.5h11M6.5 14.5h11" stroke="{B}" stroke-width="2.6" stroke-linecap="round"/>')
LOST = disc(R, f'<path d="M7.5 7.5l9 9M16.5 7.5l-9 9" stroke="{W}" stroke-width="3" stroke-linecap="round"/>', "square")
FANG = disc(
    R,
    f'<path d="M4.5 7c5 2.5 10 2.5 15 0" stroke="{W}" stroke-width="2.2" fill="none" stroke-linecap="round"/><path d="M6.5 9.5l4 1 -1.5 8zM17.5 9.5l-4 1 1.5 8z" fill="{W}" stroke="{W}" stroke-width="1" stroke-linejoin="round"/>',
    "square",
)
BOLT = disc(
    BL,
    f'<path d="M12 17.5V7M7.5 11.5L12 6.5l4.5 5" fill="none" stroke="{W}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" transform="rotate(45 12 12)"/>',
)
RISK = disc(W, f'<path d="M12 5.5v8M12 17.6v.5" stroke="{R}" stroke-width="3.2" stroke-linecap="round"/>', "square")
TAGMARK = disc(Y, f'<circle cx="12" cy="12" r="3.4" fill="{B}"/>')
FOLD = (
    f'<g fill="var(--stone,#a59c88)" stroke="{B}" stroke-width="1.4">'
    + "".join(
        f'<ellipse cx="{f(24 + 17.5 * cos(a))}" cy="{f(24 + 17.5 * sin(a))}" rx="5.4" ry="4.3" transform="rotate({f(a * 180 / pi + 90)} {f(24 + 17.5 * cos(a))} {f(24 + 17.5 * sin(a))})"/>'
        for a in [pi / 2 + 2 * pi * (i + 1) / 11 for i in range(10)]
    )
    + f'</g><g transform="translate(10.5 10) scale(.43)">{SHEEP}</g>'
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
    "crest": (48, FOLD),
}


def symbols(*ids: str) -> str:
    """The named drawings (all, if none is named) as symbols for a <defs>."""
    return "".join(
        f'<symbol id="{i}" viewBox="0 0 {SYMBOLS[i][0]} {SYMBOLS[i][0]}" overflow="visible">{SYMBOLS[i][1]}</symbol>'
        for i in (ids or SYMBOLS)
    )

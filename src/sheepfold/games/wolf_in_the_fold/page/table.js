// Wolf in the Fold in the hand: one hexagon, and for a fence its turn.
import { beast, hexagon, make, ring } from "../../js/draw.js";
import { Tiles } from "../../js/tiles.js";

const R = 46;
const APOTHEM = (R * Math.sqrt(3)) / 2;
const ARMS = { straight: [0, 3], tri: [0, 2, 4], star: [0, 1, 2, 3, 4, 5] };
const TURNS = { straight: 3, tri: 2, star: 1 };
const NAMES = { straight: "A straight fence", tri: "A tri-corner fence", star: "A star fence", lambs: "A sheep with lambs", black: "A black sheep" };

// A tile with its middle at (x, y), as the game's own picture draws it.
function drawTile(parent, kind, turn, x, y, radius) {
  const soil = kind === "wolf" ? "bare" : kind in ARMS ? "pasture-2" : "pasture";
  make("path", { d: hexagon(x, y + radius * 0.09, radius - 0.6), fill: "var(--pasture-edge)" }, parent);
  make("path", { d: hexagon(x, y, radius - 0.6), fill: `var(--${soil})` }, parent);
  if (!(kind in ARMS)) {
    const side = radius * (kind === "lambs" ? 1.32 : 1.42);
    return beast(kind, x - side / 2, y - side / 2 - radius * 0.03, side, parent);
  }
  const reach = (radius * Math.sqrt(3)) / 2;
  const spot = (edge, along) => `${x + along * Math.cos((Math.PI / 3) * edge)} ${y - along * Math.sin((Math.PI / 3) * edge)}`;
  const d = ARMS[kind].map((arm) => `M${x} ${y}L${spot(arm + turn, reach * 0.94)}`).join("");
  make("path", { d, fill: "none", stroke: "var(--block)", "stroke-width": radius * 0.23 }, parent);
  make("path", { d, fill: "none", stroke: "var(--fleece)", "stroke-width": radius * 0.14 }, parent);
  return make("circle", { cx: x, cy: y, r: radius * 0.11, fill: "var(--fleece)", stroke: "var(--block)", "stroke-width": radius * 0.035 }, parent);
}

// The little tiles in the bag's panel.
function fillBag(root) {
  for (const place of root.querySelectorAll(".hex[data-kind]")) {
    const svg = make("svg", { viewBox: "-20 -21 40 44" });
    drawTile(svg, place.dataset.kind, 0, 0, 0, 20);
    place.replaceChildren(svg);
  }
}

export default class Fold extends Tiles {
  lay = "Set it down";
  cell = APOTHEM * 2;

  read() {
    this.legal = new Set(this.table.data.choices?.parts ?? []);
  }

  dress(root) {
    fillBag(root);
  }

  // Wood on wood; a wolf is heard, and so is a flock that comes home.
  sound(fact) {
    if (fact.is === "Closed") return "bleat";
    if (fact.is !== "Laid") return "";
    return fact.kind === "wolf" ? "howl" : "knock";
  }

  get kind() {
    return this.view.hand;
  }

  get ways() {
    return TURNS[this.kind] ?? 1;
  }

  get hint() {
    return this.ways > 1 ? "Pick a dotted cell, then turn the fence as you like." : "Pick a dotted cell.";
  }

  targets(svg) {
    return svg.querySelectorAll("[data-map] [data-part]");
  }

  exactly(key, way) {
    if (!this.legal.has(key)) return null;
    return { way, parts: this.kind in ARMS ? [key, `/${way}`] : [key], cell: key.split(",").map(Number) };
  }

  at_([q, r]) {
    return { x: (q + r / 2) * APOTHEM * 2, y: r * 1.5 * R };
  }

  name(key) {
    const touching = this.view.tiles.filter((tile) => {
      const [q, r] = key.split(",").map(Number);
      const [dq, dr] = [tile.q - q, tile.r - r];
      return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) === 1;
    });
    return `${key}, beside ${touching.map((tile) => tile.kind).join(", ") || "nothing"}`;
  }

  home() {
    const last = this.view.tiles.at(-1);
    return last && this.at_([last.q, last.r]);
  }

  ghost(over, { way, cell }, set) {
    const { x, y } = this.at_(cell);
    const group = make("g", { class: "ghost" }, over);
    drawTile(group, this.kind, way, x, y, R);
    if (set) ring(over, { d: hexagon(x, y, R - 4) });
    else group.setAttribute("opacity", ".6");
  }

  // Where a guide or a bot would lay it, as it would lie.
  advise(over, [cell, turn = "/0"]) {
    this.ghost(over, { way: Number(turn.slice(1)), cell: cell.split(",").map(Number) }, true);
  }

  inHand(hold) {
    const svg = make("svg", { viewBox: "-30 -32 60 66", "aria-hidden": "true" });
    drawTile(svg, this.kind, this.way % this.ways, 0, 0, 30);
    hold.replaceChildren(svg);
  }

  get called() {
    return `${NAMES[this.kind] ?? `A ${this.kind}`} for you to lay.`;
  }

  // Ground that would be closed, as far as the fences reach; sheep that a wolf would reach.
  foresee(over, { at, drawing }) {
    const [q, r, sector] = at.split(",").map(Number);
    const { x, y } = this.at_([q, r]);
    if (sector === undefined) return beast(drawing, x + R * 0.1, y - R * 0.8, R * 0.55, over);
    const tile = this.view.tiles.find((each) => each.q === q && each.r === r) ?? { kind: this.kind, turn: this.way % this.ways };
    const arms = (ARMS[tile.kind] ?? []).map((arm) => arm + tile.turn);
    if (!arms.length) return make("path", { d: hexagon(x, y, R), class: "closing" }, over);
    const [first, after] = [arms[sector], arms[(sector + 1) % arms.length]];
    const spot = (edge, along) => `${x + along * Math.cos((Math.PI / 3) * edge)} ${y - along * Math.sin((Math.PI / 3) * edge)}`;
    const corners = Array.from({ length: (after - first + 12) % 6 || 6 }, (_, n) => spot(first + n + 0.5, R));
    return make("path", { d: `M${[`${x} ${y}`, spot(first, APOTHEM), ...corners, spot(after, APOTHEM)].join("L")}Z`, class: "closing" }, over);
  }
}

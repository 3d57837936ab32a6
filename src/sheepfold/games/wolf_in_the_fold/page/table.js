// Wolf in the Fold in the hand: one hexagon, and for a fence its turn.
import { h, plural } from "../../js/dom.js";
import { beast, make, ring } from "../../js/draw.js";
import { placed, symbol, symbolOf, symbols } from "../../js/symbols.js";
import { Tiles } from "../../js/tiles.js";

const SHORT = { tri: "tri-corner", lambs: "with lambs", black: "black sheep" };
const moved = (cell) => ({ transform: `translate(${placed(cell).join(" ")})` });

export default class Fold extends Tiles {
  lay = "Lay it here";
  // How far a cell lies from the next.
  cell = placed("1,0")[0];

  read() {
    this.legal = new Set(this.table.data.choices?.parts ?? []);
  }

  // Wood on wood; a wolf is heard, and so is a flock that comes home.
  sound(fact) {
    if (fact.is === "Closed") return "bleat";
    if (fact.is !== "Laid") return "";
    return fact.kind === "wolf" ? "howl" : "knock";
  }

  // -- the bag ---------------------------------------------------------------------------------

  panel() {
    const kinds = Object.keys(this.table.once.kinds).map((kind, n) => [kind, this.view.bag[n]]);
    const left = kinds.reduce((sum, [, count]) => sum + count, 0);
    return [h("h2", {}, "In the bag ", h("small", {}, plural(left, "tile"))), h("ul", { class: "bag" }, kinds.map((each) => this.left(...each)))];
  }

  left(kind, count) {
    const drawing = h("span", { class: "hex", "aria-hidden": "true" }, this.alone(kind, 0));
    return h("li", { class: count ? null : "none" }, drawing, h("b", {}, count), h("small", {}, SHORT[kind] ?? kind));
  }

  // A tile by itself, as the game's own picture draws it.
  alone(kind, way) {
    const svg = make("svg", { viewBox: "-46 -48 92 101", "aria-hidden": "true" });
    this.drawTile(svg, kind, way);
    return svg;
  }

  drawTile(parent, kind, way) {
    for (const name of this.table.once.kinds[kind].drawn[way]) symbol(name, parent);
  }

  // -- the tile in hand ------------------------------------------------------------------------

  get kind() {
    return this.view.hand;
  }

  // The parts that turn it; none, if it has no turn.
  get turns() {
    return this.table.once.kinds[this.kind]?.turns ?? [];
  }

  get ways() {
    return this.turns.length || 1;
  }

  get hint() {
    return this.ways > 1 ? "Pick a dotted cell, then turn the fence as you like." : "Pick a dotted cell.";
  }

  get called() {
    const { name } = this.table.once.kinds[this.kind];
    return `${name[0].toUpperCase()}${name.slice(1)} for you to lay.`;
  }

  inHand(hold) {
    hold.replaceChildren(this.alone(this.kind, this.way % this.ways));
  }

  // -- the map ---------------------------------------------------------------------------------

  targets(svg) {
    return svg.querySelectorAll("[data-layer=open] [data-cell]");
  }

  exactly(key, way) {
    if (!this.legal.has(key)) return null;
    return { way, parts: this.turns.length ? [key, this.turns[way]] : [key], cell: key };
  }

  // A cell with what lies beside it.
  name(key) {
    const [q, r] = key.split(",").map(Number);
    const beside = this.table.once.around.map(([dq, dr]) => this.laid(`${q + dq},${r + dr}`)).filter(Boolean);
    return `${key}, beside ${beside.join(", ") || "nothing"}`;
  }

  // What the tile on a cell is called.
  laid(cell) {
    const there = this.table.board.svg.querySelectorAll(`[data-map] [data-cell="${cell}"]`);
    return [...there].map((shape) => symbolOf(shape).title).find(Boolean);
  }

  home() {
    const last = this.table.board.svg?.querySelector("[data-layer=last] [data-cell]");
    if (!last) return null;
    const [x, y] = placed(last.dataset.cell);
    return { x, y };
  }

  ghost(over, { way, cell }, set) {
    const group = make("g", { class: "ghost", ...moved(cell) }, over);
    this.drawTile(group, this.kind, way);
    if (set) ring(over, { d: symbols.open.outline, ...moved(cell) });
    else group.setAttribute("opacity", ".6");
  }

  // Where a guide or a bot would lay it, as it would lie.
  advise(over, [cell, turn]) {
    this.ghost(over, { way: Math.max(0, this.turns.indexOf(turn)), cell }, true);
  }

  // Ground that would be closed, as far as the fences reach; sheep that a wolf would reach.
  foresee(over, { at, drawing }) {
    if (drawing in symbols) return symbol(drawing, over, { class: "closing", ...moved(at) });
    const [x, y] = placed(at);
    return beast(drawing, x + this.cell * 0.06, y - this.cell * 0.46, this.cell * 0.32, over);
  }
}

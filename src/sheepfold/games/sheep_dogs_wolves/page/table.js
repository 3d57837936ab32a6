// Sheep, Dogs and Wolves in the hand: a plank of three, laid in any of four ways.
import { h } from "../../js/dom.js";
import { beast, icon, make, ring } from "../../js/draw.js";
import { placed, symbol } from "../../js/symbols.js";
import { Tiles } from "../../js/tiles.js";

const S = 58;
const WAYS = ["E", "N", "W", "S"];
const STEP = { E: [1, 0], N: [0, 1], W: [-1, 0], S: [0, -1] };
const KINDS = ["sheep", "dog", "wolf"];
// What stands on the animals, what one or several of them are called, and what it means.
const SIGNS = [
  ["m-scared", "wolf", "wolves", "scared by two dogs"],
  ["m-fang", "wolf", "wolves", "that can never be scared"],
  ["m-risk", "sheep", "sheep", "in danger now"],
  ["m-lost", "sheep", "sheep", "lost for good"],
  ["m-cleared", "sheep", "sheep", "saved for good"],
];

/** The cells of a tile's sheep, dog and wolf; none if the text is not a tile. */
function cellsOf(part) {
  const [, x, y, way] = part.match(/^(-?\d+),(-?\d+)([ENWS])$/) ?? [];
  if (way === undefined) return [];
  return [0, 1, 2].map((n) => [Number(x) + n * STEP[way][0], Number(y) + n * STEP[way][1]]);
}

export default class Dogs extends Tiles {
  ways = 4;
  lay = "Lay it here";
  cell = S;

  sound(fact) {
    return fact.is === "Laid" ? "knock" : "";
  }

  get hint() {
    return this.view.tiles.length > 1 ? this.table.data.detail : "Pick a cell beside the tiles. Your dog goes there if it fits.";
  }

  read() {
    // For every cell and way: the tile that covers it, by preference with its dog there.
    this.fits = new Map();
    for (const part of this.table.data.choices?.parts ?? []) {
      const way = part.at(-1);
      const cells = cellsOf(part);
      cells.forEach((cell, n) => {
        const name = `${cell}/${way}`;
        const rank = n === 1 ? 0 : n === 0 ? 1 : 2;
        if (!(this.fits.get(name)?.rank <= rank)) this.fits.set(name, { rank, way: WAYS.indexOf(way), parts: [part], cells });
      });
    }
  }

  // The signs on the board and how many of each there are; below them what is aimed at.
  panel() {
    const { counts, aim } = this.view;
    const sign = ([mark, one, many, what], n) => h("li", {}, icon(mark), h("b", {}, counts[n]), h("span", {}, `${counts[n] === 1 ? one : many} ${what}`));
    return [h("h2", {}, "Signs"), h("ul", { class: "signs" }, SIGNS.map(sign)), aim && h("p", { class: "quiet" }, aim)];
  }

  targets(svg) {
    return svg.querySelectorAll("[data-cell]");
  }

  exactly(key, way) {
    return this.fits.get(`${key}/${WAYS[way]}`) ?? null;
  }

  name(key) {
    const { tiles, sheep, wolves } = this.view;
    const index = tiles.findIndex((part) => cellsOf(part).some((cell) => `${cell}` === key));
    if (index >= 0) {
      const n = cellsOf(tiles[index]).findIndex((cell) => `${cell}` === key);
      const sign = [sheep[index], "", wolves[index]][n];
      return `${key}, ${KINDS[n]}${sign ? `, ${sign}` : ""}`;
    }
    return `${key}, open${this.fitting(key, this.way) ? "" : ", nothing fits"}`;
  }

  home() {
    const [, [x, y]] = cellsOf(this.view.tiles.at(-1));
    return { x: (x + 0.5) * S, y: (0.5 - y) * S };
  }

  // The tiles and every cell that the next one can cover: who waits sees as much as who is to move.
  room() {
    const { choices } = this.table.data;
    const cells = [...this.view.tiles, ...(choices?.parts ?? [])].flatMap(cellsOf);
    const [xs, ys] = [cells.map(([x]) => x * S), cells.map(([, y]) => -y * S)];
    const more = choices || this.table.over ? 0 : 3 * S;
    const [x, y] = [Math.min(...xs) - more, Math.min(...ys) - more];
    return { x, y, w: Math.max(...xs) + S + more - x, h: Math.max(...ys) + S + more - y };
  }

  ghost(over, { parts: [part], cells }, set) {
    const way = part.at(-1);
    const [x, y] = cells[1];
    const group = make("g", { class: "ghost" }, over);
    symbol(`plank-${way}`, group, { transform: `translate(${(x + 0.5) * S} ${(0.5 - y) * S})` });
    cells.forEach(([cx, cy], n) => beast(KINDS[n], cx * S + S * 0.08, -cy * S + S * 0.08 - 1, S * 0.84, group));
    if (!set) return group.setAttribute("opacity", ".6");
    const [left, top] = [Math.min(...cells.map((c) => c[0])) * S, Math.min(...cells.map((c) => -c[1])) * S];
    const [w, h] = "EW".includes(way) ? [3 * S, S] : [S, 3 * S];
    return ring(over, { d: `M${left + 4} ${top + 4}h${w - 8}v${h - 8}h${8 - w}z` });
  }

  // Where a guide or a bot would lay it, as it would lie.
  advise(over, parts) {
    this.ghost(over, { parts, cells: cellsOf(parts[0]) }, true);
  }

  // Beside a tile that is kept ready there are open cells that the picture does not have.
  kept(over, parts) {
    super.kept(over, parts);
    if (!this.table.preparing) return;
    const { svg } = this.table.board;
    for (const { cells } of this.fits.values())
      for (const cell of cells)
        if (!svg.querySelector(`[data-cell="${cell}"]`))
          symbol("spot", make("g", { "data-cell": cell, "data-symbol": "spot", transform: `translate(${placed(`${cell}`)})` }, over));
  }

  // A sign as it would be, ringed.
  foresee(over, { at, drawing }) {
    const [x, y] = at.split(",").map(Number);
    const [cx, cy, side] = [(x + 0.82) * S, (0.18 - y) * S, S * 0.34];
    make("circle", { cx, cy, r: side * 0.72, class: "sel-out" }, over);
    make("circle", { cx, cy, r: side * 0.72, class: "sel-in" }, over);
    beast(drawing, cx - side / 2, cy - side / 2, side, over);
  }

  inHand(hold) {
    const way = WAYS[this.way % this.ways];
    const [wide, high] = "EW".includes(way) ? [3.1, 1.1] : [1.1, 3.1];
    const svg = make("svg", { viewBox: `${(-wide / 2) * S} ${(-high / 2) * S} ${wide * S} ${high * S}`, "aria-hidden": "true", class: high > wide ? "upright" : "" });
    symbol(`plank-${way}`, svg);
    KINDS.forEach((kind, n) => beast(kind, ((n - 1) * STEP[way][0] - 0.42) * S, ((1 - n) * STEP[way][1] - 0.42) * S, S * 0.84, svg));
    hold.replaceChildren(svg);
  }
}

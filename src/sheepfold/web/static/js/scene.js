// The board as a list of sprites, each known by its key: what comes fades in, what moves glides, what is gone goes.
import { make } from "./draw.js";
import { appear, run } from "./glide.js";
import { placed, symbol, symbols } from "./symbols.js";

// A sprite as it is sent, spread out.
function spread([key, name, ...rest]) {
  const more = typeof rest.at(-1) === "object" ? rest.pop() : {};
  const kind = symbols[name];
  const part = kind.part ? key : undefined;
  if (!kind.on_cell) return { key, name, kind, at: rest, part, ...more };
  return { key, name, kind, at: placed(key), cell: key, part, ...more };
}

// The sprites of a layer as they are sent: cells by their symbols, of which lower ones lie on higher ones; then others.
function spreadAll(sprites) {
  const [cells = {}, ...others] = Array.isArray(sprites[0]) ? [{}, ...sprites] : sprites;
  const found = Object.entries(cells).flatMap(([name, keys]) => keys.split(" ").map((key) => spread([key, name])));
  found.sort(({ at: [x, y] }, { at: [u, v] }) => y - v || x - u);
  return [...found, ...others.map(spread)];
}

// What a sprite is known by: attributes of its group.
const marks = ({ key, name, kind, part, cell, label }) => ({
  "data-key": key, "data-symbol": name, "data-part": part, "data-cell": cell, "data-animal": kind.animal ? key : undefined, "aria-label": label,
});

function dress(shape, sprite) {
  for (const [name, value] of Object.entries(marks(sprite))) {
    if (value === undefined) shape.removeAttribute(name);
    else shape.setAttribute(name, value);
  }
  const { kind, name, path, words = sprite.key } = sprite;
  shape.replaceChildren();
  if (kind.drawn) symbol(name, shape);
  if (path) for (const stroke of kind.strokes ?? []) make("path", { d: path, ...stroke }, shape);
  if (kind.words && words) make("text", kind.words, shape).textContent = words;
}

// Bring a layer to what its sprites say; what came and what ran is added to the lists.
function showLayer(home, sprites, came, runs) {
  const there = new Map([...home.children].map((shape) => [shape.dataset.key, shape]));
  let last = null;
  for (const sprite of spreadAll(sprites)) {
    const { key, at: [x, y] } = sprite;
    const place = `translate(${x} ${y})`;
    const known = there.get(key);
    there.delete(key);
    const shape = known ?? make("g", { transform: place });
    const looks = JSON.stringify({ ...sprite, at: 0 });
    if (shape.looks !== looks) dress(shape, sprite);
    shape.looks = looks;
    if (!known) came.push(shape);
    else if (shape.getAttribute("transform") !== place) {
      const { e, f } = shape.transform.baseVal.consolidate().matrix;
      shape.setAttribute("transform", place);
      // Animals run; the rim of the tile that was laid last does not fly over the others.
      if (sprite.kind.animal) runs.push([shape, e - x, f - y]);
      else came.push(shape);
    }
    const next = last ? last.nextSibling : home.firstChild;
    if (next !== shape) home.insertBefore(shape, next);
    last = shape;
  }
  for (const shape of there.values()) shape.remove();
}

// Bring a board to what it shows now. Layers that are not sent stay as they are.
export function showBoard(svg, { title, description, window, layers }) {
  const [came, runs] = [[], []];
  const map = svg.querySelector("[data-map]");
  for (const [name, sprites] of Object.entries(layers)) {
    const home = map.querySelector(`[data-layer="${CSS.escape(name)}"]`) ?? make("g", { "data-layer": name }, map);
    showLayer(home, sprites, came, runs);
  }
  svg.querySelector("title").textContent = title;
  svg.querySelector("desc").textContent = description;
  svg.setAttribute("aria-label", title);
  if (map.dataset.map !== window.join(" ")) {
    map.dataset.map = window.join(" ");
    svg.setAttribute("viewBox", window.join(" "));
  }
  return { came, runs };
}

export function moveOn(svg, board) {
  const { came, runs } = showBoard(svg, board);
  appear(came);
  run(runs);
}

// A board to be looked at: no move is made on it.
export function stillBoard(board) {
  const svg = make("svg", { role: "img", "text-anchor": "middle", "font-family": "var(--font-text)" });
  for (const name of ["title", "desc"]) make(name, {}, svg);
  make("g", { "data-map": "" }, svg);
  showBoard(svg, board);
  for (const shape of svg.querySelectorAll("[data-part]")) shape.removeAttribute("data-part");
  return svg;
}

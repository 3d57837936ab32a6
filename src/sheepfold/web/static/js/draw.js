// Drawing on a board: the layer above the picture, rings, beasts from the sprite, the focus shape.
import { symbolOf } from "./symbols.js";

const NS = "http://www.w3.org/2000/svg";
const sprite = document.querySelector(".brand use").getAttribute("href").split("#")[0];

export function make(name, attributes = {}, parent = null) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

export const beast = (name, x, y, side, parent) => make("use", { href: `${sprite}#${name}`, x, y, width: side, height: side }, parent);

export function hexagon(x, y, radius) {
  const corners = [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 180) * (60 * n - 30);
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

// The layer that a module draws on: emptied before every drawing, always above the picture.
export function layer(svg, name) {
  let found = svg.querySelector(`[data-over="${name}"]`);
  if (!found) found = make("g", { "data-over": name }, svg);
  if (name !== "focus") svg.querySelector('[data-over="focus"]')?.before(found);
  found.replaceChildren();
  return found;
}

// A ring in two colours along a path, so that it shows on every ground.
export function ring(parent, path, kind = "sel") {
  make("path", { ...path, class: `${kind}-out` }, parent);
  make("path", { ...path, class: `${kind}-in` }, parent);
}

// A drawing as an ornament beside words: one that the game brings into the page, or one of the house. Its marks are 24
// wide, heads and the crest 48, figures 64.
export function icon(name, kind = "") {
  const side = name.startsWith("m-") ? 24 : name.startsWith("h-") || name === "crest" ? 48 : 64;
  const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, class: kind, "aria-hidden": "true" });
  const own = document.getElementById(`head-${name}`);
  make("use", own ? { href: `#${own.id}`, width: side, height: side } : { href: `${sprite}#${name}` }, svg);
  return svg;
}

// The middle of a cell's sprite in the picture's own measure, and its outline as attributes of a path.
export function outline(element) {
  const { outline: d, middle } = symbolOf(element);
  const { e: left, f: top } = element.transform.baseVal[0].matrix;
  return { x: left + middle[0], y: top + middle[1], path: { d, transform: `translate(${left} ${top})` } };
}

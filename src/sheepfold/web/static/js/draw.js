// Drawing on a board: the layer above the picture, rings, beasts from the sprite, the focus shape.

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

// A ring in two colours, so that it shows on every ground.
export function ring(parent, path, kind = "sel") {
  make("path", { d: path, class: `${kind}-out` }, parent);
  make("path", { d: path, class: `${kind}-in` }, parent);
}

export function icon(name, side = 24) {
  const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  make("use", { href: `${sprite}#${name}` }, svg);
  return svg;
}

// The middle and the outline of a cell's shape, in the picture's own measure.
export function outline(element) {
  const box = element.getBBox();
  const path = element.tagName === "path" ? element : element.querySelector("path");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (path) return { ...middle, d: path.getAttribute("d") };
  const [l, t, r, b] = [box.x + 2, box.y + 2, box.x + box.width - 2, box.y + box.height - 2];
  return { ...middle, d: `M${l} ${t}H${r}V${b}H${l}Z` };
}

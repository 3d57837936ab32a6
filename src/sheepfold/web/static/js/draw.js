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

// A ring in two colours along a path, so that it shows on every ground.
export function ring(parent, path, kind = "sel") {
  make("path", { ...path, class: `${kind}-out` }, parent);
  make("path", { ...path, class: `${kind}-in` }, parent);
}

export function icon(name, side = 24) {
  const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  make("use", { href: `${sprite}#${name}` }, svg);
  return svg;
}

// The path that draws a shape: its own, or that of a drawing which the picture defines once and uses again and again.
function drawn(element) {
  const own = element.querySelector("path");
  if (own) return own;
  const name = element.querySelector("use")?.getAttribute("href") ?? "";
  return name.startsWith("#") ? element.ownerSVGElement.querySelector(`${name} path, path${name}`) : null;
}

// The middle of a cell's shape in the picture's own measure, and its outline as attributes of a path. A shape is drawn
// about its own middle or corner and moved to its place as a whole.
export function outline(element) {
  const box = element.getBBox();
  const { e: left, f: top } = element.transform.baseVal[0].matrix;
  const [l, t, r, b] = [box.x + 2, box.y + 2, box.x + box.width - 2, box.y + box.height - 2];
  const d = drawn(element)?.getAttribute("d") ?? `M${l} ${t}H${r}V${b}H${l}Z`;
  const path = { d, transform: `translate(${left} ${top})` };
  return { x: left + box.x + box.width / 2, y: top + box.y + box.height / 2, path };
}

// The board as a scene of shapes that are known by their keys: what changed is applied shape by shape.
import { make } from "./draw.js";
import { worded } from "./edits.js";
import { appear, run } from "./glide.js";

const shapeOf = (svg, key) => svg.querySelector(`[data-key="${CSS.escape(key)}"]`);

// A place as it is sent, two numbers and perhaps a size, as a `transform` says it.
function transformTo(place) {
  const [x, y, size] = place.split(" ");
  return `translate(${x} ${y})` + (size ? ` scale(${size})` : "");
}

// Where a shape lies: its own `transform` says so.
function place(shape) {
  const { e, f } = shape.transform.baseVal.consolidate().matrix;
  return [e, f];
}

export function applyScene(svg, change) {
  const strokes = change.strokes ?? [];
  const draw = (shape, drawing) => (shape.innerHTML = drawing.map((stroke) => (typeof stroke === "number" ? strokes[stroke] : stroke)).join(""));
  for (const key of change.gone ?? []) shapeOf(svg, key)?.remove();
  const came = [];
  for (const [layer, coming] of Object.entries(change.put ?? {})) {
    const home = svg.querySelector(`[data-layer="${CSS.escape(layer)}"]`);
    let last = null;
    for (const [before, key, at, marks, drawing] of coming) {
      const old = shapeOf(svg, key);
      const shape = make("g", { "data-key": key, transform: transformTo(at), ...marks });
      draw(shape, drawing);
      if (!old) came.push(shape);
      old?.remove();
      home.insertBefore(shape, before === 0 ? last : before === null ? null : shapeOf(home, before));
      last = shape;
    }
  }
  for (const [name, values] of Object.entries(change.marked ?? {})) {
    for (const [key, value] of Object.entries(values)) {
      const shape = shapeOf(svg, key);
      if (value === null) shape.removeAttribute(name);
      else shape.setAttribute(name, value);
    }
  }
  for (const [key, drawing] of Object.entries(change.redrawn ?? {})) draw(shapeOf(svg, key), drawing);
  const runs = [];
  for (const [key, at] of Object.entries(change.moved ?? {})) {
    const shape = shapeOf(svg, key);
    const from = place(shape);
    shape.setAttribute("transform", transformTo(at));
    const to = place(shape);
    // Animals run; the rim of the tile that was laid last does not fly over the others.
    if (shape.dataset.animal) runs.push([shape, from[0] - to[0], from[1] - to[1]]);
    else came.push(shape);
  }
  for (const [name, changes] of [["title", change.title], ["desc", change.description]]) {
    const words = svg.querySelector(name);
    if (changes) words.textContent = worded(words.textContent, changes);
  }
  svg.setAttribute("aria-label", svg.querySelector("title").textContent);
  if (change.window) svg.querySelector("[data-map]").dataset.map = change.window;
  if (change.frame) svg.setAttribute("viewBox", change.frame);
  appear(came);
  run(runs);
}

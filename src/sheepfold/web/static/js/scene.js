// The board as a scene of shapes that are known by their keys: what changed is applied shape by shape.
import { make } from "./draw.js";
import { appear, run } from "./glide.js";

const shapeOf = (svg, key) => svg.querySelector(`[data-key="${CSS.escape(key)}"]`);

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
  for (const [layer, before, key, transform, marks, drawing] of change.put ?? []) {
    const old = shapeOf(svg, key);
    const shape = make("g", { "data-key": key, transform, ...marks });
    draw(shape, drawing);
    if (!old) came.push(shape);
    old?.remove();
    const home = svg.querySelector(`[data-layer="${CSS.escape(layer)}"]`);
    home.insertBefore(shape, before === null ? null : shapeOf(home, before));
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
  for (const [key, transform] of Object.entries(change.moved ?? {})) {
    const shape = shapeOf(svg, key);
    const from = place(shape);
    shape.setAttribute("transform", transform);
    const to = place(shape);
    runs.push([shape, from[0] - to[0], from[1] - to[1]]);
  }
  if (change.title) {
    svg.setAttribute("aria-label", change.title);
    svg.querySelector("title").textContent = change.title;
  }
  if (change.description) svg.querySelector("desc").textContent = change.description;
  if (change.window) svg.querySelector("[data-map]").dataset.map = change.window;
  if (change.frame) svg.setAttribute("viewBox", change.frame);
  appear(came);
  run(runs);
}

// What leads from one text to the next: places of the old one, the last first, and what stands there now.
export const splice = (text, places) => places.reduce((now, [first, last, piece]) => now.slice(0, first) + piece + now.slice(last), text);

// Shapes glide when they run and fade in when they come. Who wants less motion gets none of it: its times are nought.

const duration = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

// Let shapes run to where they lie now, one after the other: each with how far away it was, in the picture's measure.
export function run(moved) {
  const time = duration("--t-run");
  if (!time) return;
  const pause = Math.min(60, 680 / Math.max(1, moved.length));
  moved.forEach(([shape, dx, dy], n) =>
    shape.animate([{ translate: `${dx}px ${dy}px` }, { translate: "none" }], {
      duration: time, delay: n * pause, easing: "cubic-bezier(.5, 0, .3, 1)", fill: "backwards",
    }),
  );
}

// Let shapes fade in.
export function appear(shapes) {
  const time = duration("--t-run");
  if (time) for (const shape of shapes) shape.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time / 2 });
}

// Where every named beast stands on the screen now: for pictures that are replaced as a whole.
export function places(svg) {
  const found = new Map();
  for (const beast of svg?.querySelectorAll("[data-animal]") ?? []) found.set(beast.dataset.animal, middle(beast.getBoundingClientRect()));
  return found;
}

// Let those that stand elsewhere in `svg` than in `before` run there.
export function glide(svg, before) {
  const scale = svg.getScreenCTM()?.a || 1;
  const moved = [];
  for (const beast of svg.querySelectorAll("[data-animal]")) {
    const from = before.get(beast.dataset.animal);
    if (!from) continue;
    const [x, y] = middle(beast.getBoundingClientRect());
    const [dx, dy] = [(from[0] - x) / scale, (from[1] - y) / scale];
    if (Math.hypot(dx, dy) * scale > 8) moved.push([beast, dx, dy]);
  }
  run(moved);
}

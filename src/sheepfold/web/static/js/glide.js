// Animals glide when they run: the same animal in the old and the new picture is moved from place to place.

const duration = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

// Where every named beast stands on the screen now.
export function places(svg) {
  const found = new Map();
  for (const beast of svg?.querySelectorAll("[data-animal]") ?? []) found.set(beast.dataset.animal, middle(beast.getBoundingClientRect()));
  return found;
}

// Let those that stand elsewhere in `svg` than in `before` run there, one after the other.
export function glide(svg, before) {
  const run = duration("--t-run");
  if (!run || !before.size) return;
  const scale = svg.getScreenCTM()?.a || 1;
  const moved = [];
  for (const beast of svg.querySelectorAll("[data-animal]")) {
    const from = before.get(beast.dataset.animal);
    if (!from) continue;
    const [x, y] = middle(beast.getBoundingClientRect());
    const [dx, dy] = [(from[0] - x) / scale, (from[1] - y) / scale];
    if (Math.hypot(dx, dy) * scale > 8) moved.push([beast, dx, dy]);
  }
  const pause = Math.min(60, 680 / Math.max(1, moved.length));
  moved.forEach(([beast, dx, dy], n) =>
    beast.animate([{ translate: `${dx}px ${dy}px` }, { translate: "none" }], {
      duration: run, delay: n * pause, easing: "cubic-bezier(.5, 0, .3, 1)", fill: "backwards",
    }),
  );
}

// What is advised is ringed on the board: in a first game that teaches, whose guide can be left and come back, and where
// somebody asked for advice.
import { csrf, freshKey } from "./api.js";
import { h, sr } from "./dom.js";
import { icon, layer, outline, ring } from "./draw.js";

// The guide of a first game: how far it is, why, and a button that does what is advised; for who left its path, the ways
// back.
export function guiding(table) {
  const { made, words, step, left, act, move } = table.scene.guide ?? {};
  if (words === undefined) return [];
  const { steps } = table.page;
  const dot = (_, n) => h("i", { class: n < made ? "done" : n === made && step ? "now" : null });
  return [h("details", { id: "guide-fold", open: true },
    h("summary", {},
      h("span", { class: "dots", "aria-hidden": "true" }, steps.map(dot)),
      h("b", {}, step ? [sr("Guide, step "), `${made + 1} of ${steps.length}`, h("span", { class: "title" }, ` · ${steps[made]}`)] : left ? "Off the path" : "The first game"),
      h("span", { class: "leave" }, "Leave the guide"), h("span", { class: "back" }, "Back to the guide")),
    h("div", { class: "lesson" }, icon("shepherd"), h("p", { role: "status" }, words), act && h("button", { class: "btn go", onclick: () => table.commit(move) }, act), left && waysBack(table)))];
}

// Take the last move back, or begin the lesson anew at another table. This one is given up for it: a page that heard of
// that would load itself anew and never arrive there.
function waysBack(table) {
  const fields = { csrf: csrf(), key: freshKey(), leave: table.page.table };
  return h("form", { class: "ways", method: "post", action: `/learn/${table.page.game}`, onsubmit: () => table.line.close() },
    Object.entries(fields).map(([name, value]) => h("input", { type: "hidden", name, value })),
    table.own.undo && h("button", { class: "btn small", type: "button", onclick: () => table.act({ do: "offer", kind: "undo" }) }, "Take back"),
    h("button", { class: "btn small" }, "Start again"));
}

// The steps of a first game: which are made, which one is before the pupil, what is still to come.
export function steps(table) {
  const { made, step } = table.scene.guide ?? {};
  const item = (title, n) => h("li", { class: n < made ? "done" : null, "aria-current": n === made && step ? "step" : null }, title, n < made && sr(", done"));
  return [h("h2", {}, "The first game ", h("small", {}, `${table.page.steps.length} steps`)), h("ol", { class: "steps" }, table.page.steps.map(item))];
}

export class Guide {
  // Without a guide on the page only what was asked for is shown.
  constructor(table) {
    this.table = table;
    this.place = document.getElementById("guide");
    if (!this.place) return;
    this.left = `guide-left-${table.data.table}`;
    // Beside the board it takes its room from the rail.
    new ResizeObserver(() => document.body.style.setProperty("--guide", `${this.place.offsetHeight}px`)).observe(this.place);
    // A toggle does not bubble.
    this.place.addEventListener("toggle", () => this.toggled(), true);
  }

  // Closed, it is left; open again, it goes on.
  settle() {
    if (this.fold) this.fold.open = localStorage.getItem(this.left) === null;
  }

  get fold() {
    return document.getElementById("guide-fold");
  }

  toggled() {
    if (this.fold.open) localStorage.removeItem(this.left);
    else localStorage.setItem(this.left, "yes");
    this.draw();
  }

  draw() {
    for (const each of document.querySelectorAll(".advised")) each.classList.remove("advised");
    const { svg } = this.table.board;
    const over = svg && layer(svg, "guide");
    const asked = this.asked?.number === this.table.data.number ? this.asked.parts : null;
    const advised = asked ?? (this.fold?.open ? this.table.data.advised : null);
    if (!advised || !this.table.turn) return;
    if (this.table.game.advise) this.table.game.advise(over, advised);
    else if (svg) for (const part of advised) this.circle(over, part);
    if (this.table.camera) this.table.game.bring?.();
  }

  // What somebody asked for is shown in this position, guide or none.
  advise(number, parts) {
    this.asked = { number, parts };
    this.draw();
  }

  circle(over, part) {
    const shape = this.table.board.svg.querySelector(`[data-part="${CSS.escape(part)}"]`);
    if (shape) ring(over, outline(shape).path);
  }
}

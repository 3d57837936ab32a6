// What is advised is ringed on the board: in a first game that teaches, whose guide can be left and come back, and where
// somebody asked for advice.
import { layer, outline, ring } from "./draw.js";

export class Guide {
  // Without a guide on the page only what was asked for is shown.
  constructor(table) {
    this.table = table;
    this.place = document.getElementById("guide");
    if (!this.place) return;
    this.left = `guide-left-${table.data.table}`;
    this.fold.open = localStorage.getItem(this.left) === null;
    // A toggle does not bubble.
    this.place.addEventListener("toggle", () => this.toggled(), true);
    this.place.addEventListener("submit", (event) => {
      event.preventDefault();
      table.commit(new FormData(event.target).get("move"));
    });
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

// A first game that teaches: what is advised is ringed on the board, and the guide can be left and come back.
import { layer, outline, ring } from "./draw.js";

export class Guide {
  // Without a guide on the page all of this does nothing.
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
    const { advised } = this.table.data;
    if (!advised || !this.table.turn || !this.fold?.open) return;
    if (this.table.game.advise) this.table.game.advise(over, advised);
    else if (svg) for (const part of advised) this.circle(over, part);
  }

  circle(over, part) {
    const shape = this.table.board.svg.querySelector(`[data-part="${CSS.escape(part)}"]`);
    if (shape) ring(over, outline(shape).path);
  }
}

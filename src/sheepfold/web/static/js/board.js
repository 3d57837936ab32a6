// The board as one control: pointer, touch and arrow keys all lead to picking a cell.
import { layer, outline, ring } from "./draw.js";
import { complain } from "./toast.js";

const WAYS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [-0.2, -1], ArrowDown: [-0.2, 1],
  q: [-0.5, -0.87], e: [0.5, -0.87], z: [-0.5, 0.87], c: [0.5, 0.87],
};
const SHIFTED = { ArrowUp: [0.5, -0.87], ArrowDown: [0.5, 0.87] };
const DRAG = 8;

export class Board {
  // `game` is the module that knows what cells mean; see the modules in games/.
  constructor(box, table) {
    Object.assign(this, { box, table, at: null, down: null });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focus", () => this.mark());
    box.addEventListener("blur", () => this.svg && layer(this.svg, "focus"));
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    box.addEventListener("pointerup", (event) => this.release(event));
    box.addEventListener("pointercancel", () => (this.down = null));
    box.addEventListener("pointerleave", () => this.game?.hover?.(null));
  }

  get svg() {
    return this.box.querySelector("#stage > svg");
  }

  get game() {
    return this.table.game;
  }

  // -- pointer ---------------------------------------------------------------------------------

  keyAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell], [data-part]");
    return found && this.svg?.contains(found) ? found.dataset.cell ?? found.dataset.part : null;
  }

  press(event) {
    if (event.button || event.target.closest(".tools") || !this.svg) return;
    const key = this.keyAt(event);
    this.down = { x: event.clientX, y: event.clientY, key, moved: false, drags: key !== null && this.game.drags?.(key) };
    if (this.down.drags) this.box.setPointerCapture(event.pointerId);
  }

  move(event) {
    const down = this.down;
    if (!down) {
      if (event.pointerType !== "touch" && this.svg) this.game?.hover?.(this.keyAt(event));
      return;
    }
    if (!down.moved && Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG) down.moved = true;
    if (down.moved && down.drags) this.game.dragging(down.key, this.inside(event));
  }

  release(event) {
    const down = this.down;
    this.down = null;
    if (!down || this.table.camera?.busy) return;
    if (down.moved) {
      if (down.drags) this.game.drop(down.key, this.keyAt(event));
      return;
    }
    if (down.key === null) return;
    this.at = down.key;
    this.tell(this.game.pick(down.key));
  }

  // A point of the screen in the picture's own measure.
  inside(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // -- keys ------------------------------------------------------------------------------------

  key(event) {
    if (event.target !== this.box || event.ctrlKey || event.metaKey || event.altKey || !this.svg) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const way = (event.shiftKey && SHIFTED[name]) || WAYS[name];
    if (way) this.walk(way);
    else if (name === "Enter" || name === " ") this.enter();
    else if (name === "Escape") this.game.back();
    else if (name === "r") this.game.turn?.(event.shiftKey ? -1 : 1);
    else if (name === "m") this.game.mark?.(this.at);
    else if (name === "h") this.table.hint();
    else return;
    event.preventDefault();
  }

  enter() {
    if (this.at === null) this.walk([0, 0]);
    else this.tell(this.game.enter ? this.game.enter(this.at) : this.game.pick(this.at));
  }

  // What was picked may be something that has to be asked for first, and the answer may not come.
  tell(picked) {
    picked?.catch?.(complain);
  }

  // Every cell that can be walked to, with its middle.
  cells() {
    const found = new Map();
    for (const element of this.game.targets(this.svg)) {
      const key = element.dataset.cell ?? element.dataset.part;
      if (!found.has(key)) found.set(key, { key, ...outline(element) });
    }
    return found;
  }

  walk([dx, dy]) {
    const cells = this.cells();
    const here = cells.get(this.at) ?? this.start(cells);
    if (!here) return;
    let best = this.at === null ? here : null;
    let least = Infinity;
    for (const cell of best ? [] : cells.values()) {
      const [x, y] = [cell.x - here.x, cell.y - here.y];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy - y * dx);
      if (along <= 1 || across > along * 1.8) continue;
      const cost = along + across * 1.5;
      if (cost < least - 0.01) [best, least] = [cell, cost];
    }
    if (!best) return;
    this.at = best.key;
    this.game.hover?.(best.key);
    this.mark(cells);
    this.table.whisper(this.game.name(best.key));
  }

  start(cells) {
    const all = [...cells.values()];
    const middle = (axis) => all.reduce((sum, cell) => sum + cell[axis], 0) / all.length;
    const [x, y] = [middle("x"), middle("y")];
    return all.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
  }

  // The focus shape, drawn last so that nothing hides it.
  mark(cells = null) {
    if (!this.svg) return;
    const over = layer(this.svg, "focus");
    this.svg.append(over);
    if (this.at === null || !this.box.matches(":focus-visible")) return;
    const cell = (cells ?? this.cells()).get(this.at);
    if (!cell) return;
    ring(over, cell.path, "focus");
    this.table.camera?.reveal(cell);
  }
}

// Laying tiles on a map that grows: a ghost under the pointer, turned until it fits, then set down.
import { layer, make, outline } from "./draw.js";

// Milliseconds after which a pointer rests.
const REST = 250;
const TURN = matchMedia("(pointer: fine)").matches ? "Turn it with R or the wheel, or pick" : "Turn it, or pick";

export class Tiles {
  // Subclasses say how a tile is drawn, where it may lie and what its parts are.
  constructor(table) {
    this.table = table;
    this.way = 0;
    this.arrive();
  }

  get build() {
    return this.table.build;
  }

  get view() {
    return this.table.view;
  }

  arrive() {
    clearTimeout(this.timer);
    Object.assign(this, { at: null, over: null, foreseen: null });
    this.read();
  }

  hover(key) {
    if (key === this.over || !this.table.turn) return;
    this.over = key;
    if (this.at !== null) return;
    this.drawGhost();
    this.ponder(key);
  }

  // Who rests on a cell sees what the tile would do there, as after a tap.
  ponder(key) {
    clearTimeout(this.timer);
    if (this.foreseen) this.prompt();
    this.foreseen = null;
    const fit = key === null ? null : this.fitting(key, this.way);
    if (!fit) return;
    this.timer = setTimeout(async () => {
      const found = await this.build.choices(fit.parts).catch(() => null);
      if (this.over !== key || this.at !== null || !this.table.turn || !found?.consequence) return;
      this.foreseen = found.consequence;
      this.table.foretell(this.foreseen);
      this.drawGhost();
    }, REST);
  }

  // The first tap sets the ghost; only the button, or Enter on the same cell, sets the tile down.
  async pick(key) {
    if (!this.table.turn) return;
    const fit = this.fitting(key, this.way);
    if (!fit) return;
    this.way = fit.way;
    this.at = key;
    this.foreseen = null;
    this.drawGhost(); // at once, however long the answer takes
    await this.build.path(fit.parts);
  }

  enter(key) {
    return this.at === key && this.build.now.complete ? this.table.commit() : this.pick(key);
  }

  async turn(step) {
    const key = this.at ?? this.over;
    if (!this.table.turn) return;
    if (key === null) {
      this.way = (this.way + step + this.ways) % this.ways;
      this.draw();
      return;
    }
    for (let n = 1; n <= this.ways; n++) {
      const way = (this.way + step * n + this.ways * 4) % this.ways;
      const fit = this.exactly(key, way);
      if (!fit) continue;
      this.way = way;
      if (this.at === null) {
        this.drawGhost();
        this.ponder(key);
      } else await this.build.path(fit.parts);
      return;
    }
  }

  async back() {
    this.at = null;
    await this.build.reset();
  }

  // The wished way if it fits here, else the next that does.
  fitting(key, way) {
    for (let n = 0; n < this.ways; n++) {
      const fit = this.exactly(key, (way + n) % this.ways);
      if (fit) return fit;
    }
    return null;
  }

  draw() {
    this.drawGhost();
    this.bring();
    if (this.table.turn) this.prompt();
  }

  // What is picked, or advised to who has not looked elsewhere, is in sight as a whole, however the window has changed.
  bring() {
    const { camera, board } = this.table;
    if (this.at === null && camera.mode === "own") return;
    const laid = board.svg.querySelector(`[data-over=${this.at === null ? "guide" : "picks"}] .sel-out`);
    if (laid) camera.enclose(laid);
  }

  drawGhost() {
    const over = layer(this.table.board.svg, "picks");
    if (this.table.hints && this.table.turn) this.drawHints(over);
    const key = this.at ?? this.over;
    const fit = this.table.turn && key !== null ? this.fitting(key, this.way) : null;
    if (!fit) return;
    // What is picked may not be answered for yet: then what would come of the last pick is not shown.
    const known = this.at === null ? this.foreseen : `${fit.parts}` === `${this.build.soFar}` && this.build.now.consequence;
    const { signs } = known || {};
    this.ghost(over, fit, this.at !== null);
    for (const sign of signs ?? []) this.foresee(over, sign);
  }

  // Every cell that the tile can cover as it is turned now, for those who ask.
  drawHints(over) {
    for (const target of this.targets(this.table.board.svg)) {
      const key = target.dataset.cell ?? target.dataset.part;
      if (this.exactly(key, this.way % this.ways)) make("path", { ...outline(target).path, class: "legal" }, over);
    }
  }

  kept(over, parts) {
    this.advise(over, parts);
  }

  prompt() {
    const acts = [];
    if (this.at !== null) acts.push(this.table.last(this.lay));
    if (this.ways > 1) acts.push({ label: "Turn it", act: () => this.turn(1) });
    if (this.at !== null) acts.push({ label: "Elsewhere", act: () => this.back() });
    this.table.say(this.called, this.at === null ? this.hint : `${this.ways > 1 ? TURN : "Or pick"} another cell.`);
    this.table.acts(acts);
    this.inHand(document.getElementById("hold"));
  }
}

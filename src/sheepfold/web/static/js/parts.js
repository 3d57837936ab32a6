// Any game in the hand: the legal parts as buttons, and whatever in the picture stands for one can be picked.
import { h } from "./dom.js";
import { layer, make, outline, ring } from "./draw.js";

const MANY = 24;

export default class Parts {
  constructor(table) {
    this.table = table;
  }

  get build() {
    return this.table.build;
  }

  // What may be picked is lit at every turn, and not only when asked for.
  get lit() {
    return true;
  }

  arrive() {}

  // The name of what is heard of a fact; a game that knows its facts may give one.
  sound() {
    return "";
  }

  // -- the picture -----------------------------------------------------------------------------

  targets(svg) {
    return svg.querySelectorAll("[data-part]");
  }

  shape(part) {
    return this.table.board.svg?.querySelector(`[data-part="${CSS.escape(part)}"]`);
  }

  // A shape is known by its cell where it has one, and stands for the part that it names.
  part(key) {
    const svg = this.table.board.svg;
    return svg.querySelector(`[data-cell="${CSS.escape(key)}"][data-part]`)?.dataset.part ?? key;
  }

  name(key) {
    const part = this.part(key);
    const label = this.shape(part)?.getAttribute("aria-label") ?? part;
    return this.build.allows(part) ? `${label}, you may pick it` : label;
  }

  pick(key) {
    return this.take(this.part(key));
  }

  enter(key) {
    const part = this.part(key);
    return !this.build.allows(part) && this.build.now.complete ? this.table.commit() : this.take(part);
  }

  // The last part that can be added makes the move; whoever wants to look at it first has the button for it.
  async take(part) {
    if (this.table.turn) await this.build.add(part);
  }

  back() {
    return this.build.back();
  }

  // -- the buttons -----------------------------------------------------------------------------

  draw() {
    const svg = this.table.board.svg;
    if (svg) {
      const over = layer(svg, "picks");
      for (const part of this.build.soFar) if (this.shape(part)) ring(over, outline(this.shape(part)).path);
      if (this.table.turn) for (const part of this.build.now.parts) if (this.shape(part)) make("path", { ...outline(this.shape(part)).path, class: "legal" }, over);
    }
    if (!this.table.turn) return;
    const { parts, complete, text, question } = this.build.now;
    const acts = [];
    if (complete) acts.push(this.table.last(text ? `Play ${text}` : "Play it"));
    if (parts.length <= MANY) acts.push(...parts.map((part) => ({ label: part, act: () => this.take(part) })));
    if (this.build.soFar.length) acts.push({ label: "Back", act: () => this.back() });
    const soFar = this.build.soFar.length ? `So far: ${this.build.soFar.join(" ")}.` : "";
    this.table.say("", [question, soFar].filter(Boolean).join(" "));
    this.table.acts(acts);
    if (parts.length > MANY) document.getElementById("acts").append(...this.choice(parts));
  }

  // Too many for buttons: a list to choose from.
  choice(parts) {
    const field = h("select", { id: "part", "aria-label": "What comes next in your move" }, parts.map((part) => new Option(part)));
    return [field, h("button", { class: "btn", onclick: () => this.take(field.value) }, "Choose")];
  }
}

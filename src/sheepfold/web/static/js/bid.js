// An auction before the game: bid a number, or pass.
import { h } from "./dom.js";

export class Bid {
  constructor(table) {
    this.table = table;
  }

  arrive() {}

  targets() {
    return [];
  }

  pick() {}

  back() {}

  draw() {
    const parts = this.table.data.choices?.parts;
    if (!parts) return;
    const numbers = parts.filter((part) => part.startsWith("bid ")).map((part) => part.slice(4));
    const field = h("select", { "aria-label": "Your bid" }, numbers.map((number) => new Option(number)));
    const acts = numbers.length ? [{ label: "Bid", go: true, act: () => this.table.commit([`bid ${field.value}`]) }] : [];
    if (parts.includes("pass")) acts.push({ label: "Pass", act: () => this.table.commit(["pass"]) });
    this.table.acts(acts);
    if (numbers.length) document.getElementById("acts").prepend(field);
  }
}

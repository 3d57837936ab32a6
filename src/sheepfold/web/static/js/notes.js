// Private notes and marks at a seat: kept on the server, seen by nobody else.
import { icon } from "./draw.js";
import { toast } from "./toast.js";

const DRAWN = { s: ["m-suspect", "suspect"], c: ["m-cleared", "cleared"], x: ["m-lost", "not"], q: ["h-q", "perhaps"] };
const LINE = /\n?#marks(.*)$/s;

export class Notes {
  // The marks stand in the last line of the note, so that the whole of it is one text.
  // `cycle` is what a click goes through; which marks a game has it says itself.
  // `keep` sends the note, `changed` is told when marks are set.
  constructor(cycle, words, keep, changed) {
    Object.assign(this, { states: ["", ...cycle], words, keep, changed, marks: new Map() });
    this.field = document.getElementById("note");
    if (!this.field) return;
    const kept = this.field.value.match(LINE);
    if (kept) this.marks = new Map(kept[1].trim().split(/\s+/).filter(Boolean).map((pair) => pair.split("=")));
    this.field.value = this.field.value.replace(LINE, "");
    this.field.addEventListener("input", () => this.save());
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-mark]");
      if (button) this.cycle(button.dataset.mark);
    });
  }

  cycle(name) {
    if (!this.field) return;
    const { states } = this;
    const next = states[(states.indexOf(this.marks.get(name) ?? "") + 1) % states.length];
    if (next) this.marks.set(name, next);
    else this.marks.delete(name);
    this.marked();
  }

  // Write many at once; what somebody has marked otherwise gives way to what is certain.
  fill(marks) {
    if (!this.field) return;
    for (const [name, mark] of Object.entries(marks)) this.marks.set(name, mark);
    this.marked();
  }

  marked() {
    this.show();
    this.changed();
    this.save();
  }

  show() {
    for (const button of document.querySelectorAll("[data-mark]")) {
      const mark = this.marks.get(button.dataset.mark);
      const label = button.getAttribute("aria-label").split(",")[0];
      button.replaceChildren();
      delete button.dataset.is;
      if (mark) {
        button.dataset.is = mark;
        button.append(icon(DRAWN[mark][0]));
      }
      button.setAttribute("aria-label", `${label}, ${mark ? this.words[mark] ?? DRAWN[mark][1] : "no mark"}`);
    }
  }

  save() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const marks = [...this.marks].map((pair) => pair.join("=")).join(" ");
      const text = this.field.value + (marks ? `\n#marks ${marks}` : "");
      try {
        await this.keep(text);
      } catch (problem) {
        toast(`Your note was not kept: ${problem.message}`, { bad: true });
      }
    }, 600);
  }
}

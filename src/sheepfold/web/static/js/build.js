// A move under construction: parts so far, what may follow, steps back, and the final word.
import { freshKey } from "./api.js";

export class Build {
  // `changed` is called after every step, `ask` asks what may follow some parts, `send` sends a move. Choices are asked
  // for once per position and path.
  constructor(changed, ask, send) {
    Object.assign(this, { changed, ask, send, number: 0, known: new Map(), key: freshKey(), busy: false });
    this.clear();
  }

  clear() {
    this.soFar = [];
    this.now = { parts: [], complete: false, text: "" };
  }

  // A new position with its first choices, or none if it is not the player's turn.
  position(number, first) {
    this.number = number;
    this.missed = null;
    this.known.clear();
    this.clear();
    if (first) this.known.set("", first);
    this.now = first ?? this.now;
    this.changed();
  }

  async choices(parts) {
    const name = parts.join(" ");
    if (!this.known.has(name)) this.known.set(name, await this.ask(parts));
    return this.known.get(name);
  }

  allows(part) {
    return this.now.parts.includes(part);
  }

  async add(part) {
    if (!this.busy && this.allows(part)) await this.path([...this.soFar, part]);
  }

  async back() {
    if (this.soFar.length) await this.path(this.soFar.slice(0, -1));
  }

  async reset() {
    await this.path([]);
  }

  // Go to a path of parts. A later wish overtakes an earlier one that is still on its way.
  async path(parts) {
    const [number, wish] = [this.number, (this.wish = Symbol())];
    const overtaken = () => number !== this.number || wish !== this.wish;
    this.missed = null;
    const now = await this.choices(parts).catch((problem) => {
      if (problem.kind === "offline" && !overtaken()) this.missed = parts;
      throw problem;
    });
    if (overtaken()) return;
    this.soFar = parts;
    this.now = now;
    this.changed();
  }

  // The line is up: what could not be asked for is asked for again.
  again() {
    if (this.missed) this.path(this.missed).catch(() => {});
  }

  // Play what is built (or `move`, as text). A second click while it is on its way does nothing.
  async play(move = this.soFar) {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.send({ move, expected: this.number, key: this.key });
      this.key = freshKey();
    } finally {
      this.busy = false;
    }
  }
}

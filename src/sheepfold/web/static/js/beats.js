// What happens at a table is shown one after the other: whatever was told stays readable before the next is taken.
// The server waits for none of it. A click or a key shows all at once, and does nothing else.

const LEAST = 1500;
const MOST = 2600;
const TO_SEE = 700;
const BY_LETTER = 22;

// Milliseconds for which what a message tells must stay.
function reading(message) {
  const letters = (message.events ?? []).flatMap((event) => event.sentences).join(" ").length;
  return letters ? Math.max(LEAST, Math.min(MOST, TO_SEE + letters * BY_LETTER)) : 0;
}

export class Beats {
  // `take` shows a message, and hears how many milliseconds it has waited; `hasty` says whether nothing shall wait now.
  constructor(take, hasty) {
    Object.assign(this, { take, hasty, waiting: [], free: 0 });
    document.addEventListener("visibilitychange", () => document.hidden && this.all());
  }

  add(message) {
    this.waiting.push({ message, since: Date.now() });
    this.next();
  }

  get pending() {
    return this.waiting.length > 0;
  }

  // While the page stands still what comes waits; it is shown in its order when the page goes on.
  hold(still) {
    this.still = still;
    if (!still) this.next();
  }

  next() {
    clearTimeout(this.timer);
    while (this.pending && !this.still) {
      const early = this.free - Date.now();
      if (early > 0 && !this.hasty() && !document.hidden) {
        this.timer = setTimeout(() => this.next(), early);
        return;
      }
      this.first();
    }
  }

  first() {
    const { message, since } = this.waiting.shift();
    this.free = Date.now() + reading(message);
    this.take(message, Date.now() - since);
  }

  all() {
    clearTimeout(this.timer);
    while (this.pending) this.first();
    this.free = 0;
  }

  // Whoever does not want to wait clicks, or presses a key, where the game is.
  skipOn(place) {
    const skip = (event) => {
      if (!this.pending || event.target.closest("summary, a, input, select, textarea")) return;
      event.preventDefault();
      event.stopPropagation();
      this.all();
    };
    for (const kind of ["pointerdown", "keydown"]) place.addEventListener(kind, skip, { capture: true });
  }
}

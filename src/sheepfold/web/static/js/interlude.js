// The pause after a game or round: what came of it beside the board as it was at the end, until the viewer goes on.
// Nobody waits for it but this page, and where a clock runs by the second it never keeps anybody from moving.

// Milliseconds after which those who only look on go on by themselves.
const LONG = 15000;
const by = (id) => document.getElementById(id);

export class Interlude {
  // `hold` is told when the page stands still, and when it goes on; `state` says what the page knows of the table.
  constructor(table, hold, state) {
    Object.assign(this, { hold, state, name: `interlude ${table}`, place: by("interlude"), open: false });
    this.place.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.open && event.key === "Escape" && !event.target.closest("dialog") && this.close());
    // On a phone the board ends above the card.
    new ResizeObserver(() => document.body.style.setProperty("--interlude", `${this.place.offsetHeight}px`)).observe(this.place);
    this.arrive();
  }

  get card() {
    return this.place.querySelector(".interlude");
  }

  get number() {
    return Number(this.card?.dataset.number ?? 0);
  }

  get seen() {
    return sessionStorage.getItem(this.name);
  }

  set seen(number) {
    sessionStorage.setItem(this.name, number);
  }

  // A page that was just loaded: who left it while something was told is told again, and who comes back to a seat is told
  // what came of the last round. Nobody is told twice, or of the end of a game that they come to look at later.
  arrive() {
    const { seated, over } = this.state();
    if (this.seen === null && (over || !seated)) this.seen = this.number;
    this.seen ??= 0;
    this.follow();
  }

  // The table has changed: perhaps something is over.
  follow() {
    const { seated, turn, over, clock, once } = this.state();
    if (this.open && (!this.card || (clock && turn))) return this.close();
    const told = this.number <= Number(this.seen) || (this.open && this.shown === this.number);
    if (!this.card || told || once || (clock && !over && (turn || !seated))) return null;
    return this.show();
  }

  show() {
    const { seated, over, clock } = this.state();
    this.shown = this.number;
    this.open = true;
    this.past?.remove();
    this.past = this.place.querySelector(".past")?.cloneNode(true);
    if (this.past) {
      this.past.hidden = false;
      by("board").append(this.past);
    }
    document.body.classList.add("interluded");
    // The board stands above the card however far down the page was, and stays there: while a page is loaded anew, as it is
    // at the end of a game, browsers scroll it back to where it was, sooner or later than this.
    history.scrollRestoration = "manual";
    scrollTo(0, 0);
    if (!over) for (const id of ["prompt", "stage", "tools"]) by(id).inert = true;
    this.hold(!over && !clock);
    if (!document.activeElement?.matches("input, textarea, select")) this.card.querySelector("[data-go-on], button, a").focus({ preventScroll: true });
    clearTimeout(this.timer);
    if (!seated && !over) this.timer = setTimeout(() => this.close(), LONG);
  }

  click(event) {
    clearTimeout(this.timer);
    if (event.target.closest("#look-back")) return this.show();
    if (event.target.closest("[data-go-on]")) return this.close();
    const look = event.target.closest("[data-look]");
    look?.setAttribute("aria-pressed", String(document.body.classList.toggle("looking")));
    return null;
  }

  close() {
    if (!this.open) return;
    clearTimeout(this.timer);
    this.open = false;
    this.seen = Math.max(this.shown, Number(this.seen));
    this.past?.remove();
    this.past = null;
    document.body.classList.remove("interluded", "looking");
    history.scrollRestoration = "auto";
    for (const id of ["prompt", "stage", "tools"]) by(id).inert = false;
    this.hold(false);
    by("board").focus({ preventScroll: true });
  }
}

// The pause after a game or round: what came of it beside the board as it was at the end, until the viewer goes on.
// Nobody waits for it but this page, and where a clock runs by the second it never keeps anybody from moving.
import { h, sr } from "./dom.js";
import { icon } from "./draw.js";
import { actions } from "./people.js";
import { stillBoard } from "./scene.js";

// Milliseconds after which those who only look on go on by themselves.
const LONG = 15000;
const by = (id) => document.getElementById(id);

const SIGNS = { good: "m-cleared", bad: "m-lost" };

const head = (words, kind = null) => h("th", { scope: "col", class: kind }, words);
const cell = (words) => h("td", { class: "n" }, words ?? "–");
const change = ({ before, shown }) => `${shown} (${shown < before ? "−" : "+"}${Math.abs(shown - before)})`;

// The result: everybody's place, role, points and new rating, as far as there are such; and what the points were for.
function results({ rows, columns, items }, ratings = []) {
  const ranked = rows.some((row) => row.place);
  const roles = rows.some((row) => row.role);
  const rated = ratings.length > 0;
  const line = ({ place, name, role, points, seat }) => h("tr", {}, ranked && h("td", {}, place), h("th", { scope: "row" }, name), roles && h("td", {}, role), points.map(cell), rated && cell(ratings.filter((each) => each.seat === seat).map(change)));
  return [
    h("table", { class: "results" },
      h("thead", {}, h("tr", {}, ranked && head(sr("Place")), head("Name"), roles && head("Role"), columns.map((each) => head(each, "n")), rated && head("Rating", "n"))),
      h("tbody", {}, rows.map(line))),
    items.length > 0 && h("table", { class: "results" },
      h("thead", {}, h("tr", {}, head("Points for"), rows.map((row) => head(row.name, "n")))),
      h("tbody", {}, items.map(({ words, points }) => h("tr", {}, h("th", { scope: "row" }, words), points.map(cell))))),
  ];
}

// A game or round is over, or all of it: what was scored, who plays what now, what decided it. Beside the board, never
// over it.
export function card(table) {
  const { pause } = table;
  if (!pause) return [];
  const { title, score, words = "", onward, roles = [], notes = [], scoreboard, ratings, number } = pause;
  const heads = table.page.heads;
  const role = (name) => heads[name] && icon(heads[name]);
  const acts = table.over
    ? [actions(table), h("button", { class: "btn", "data-go-on": true }, "See the table")]
    : [h("button", { class: "btn go", "data-go-on": true, "aria-describedby": "interlude-what" }, "Go on"), h("button", { class: "btn", "data-look": true, "aria-pressed": "false" }, "See the table first")];
  return [
    h("button", { class: "btn small", id: "look-back" }, table.over ? "How it ended" : `${title.replace(" is over.", "")}: how it ended`),
    h("section", { class: "interlude", "aria-labelledby": "interlude-what", "data-number": number },
      h("div", { class: "sum" }, score && h("b", { class: "display", "aria-hidden": "true" }, score), h("div", { id: "interlude-what" }, h("p", { class: "quiet" }, `${title} ${words}`), h("p", { class: "display" }, onward))),
      roles.length > 0 && h("ul", { class: "turned" }, roles.map(({ name, before, after }) => h("li", {}, role(before), h("span", { "aria-hidden": "true" }, "→"), role(after), h("span", {}, h("b", {}, name), sr(`: ${before} before,`), " ", h("small", {}, after, sr(" now")))))),
      scoreboard && results(scoreboard, ratings),
      notes.length > 0 && h("ul", { class: "noted" }, notes.map(({ words: said, sign }) => h("li", {}, sign && icon(SIGNS[sign]), h("span", {}, said)))),
      h("div", { class: "acts" }, acts)),
  ];
}

// The board, or the game's own stage, as it was at the end of the last round.
function pastOf(table) {
  const { board, stage } = table.pause;
  const inside = stage ? table.game.past(stage) : board ? [stillBoard(board)] : [];
  return inside.length ? h("div", { class: "past", role: "group", tabindex: 0, "aria-label": "How it ended" }, inside) : null;
}

export class Interlude {
  // `hold` is told when the page stands still, and when it goes on.
  constructor(table, hold) {
    Object.assign(this, { table, hold, name: `interlude ${table.data.table}`, place: by("interlude"), open: false });
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
    const { seated, over } = this.table;
    if (this.seen === null && (over || !seated)) this.seen = this.number;
    this.seen ??= 0;
    this.follow();
  }

  // The table has changed: perhaps something is over.
  follow() {
    const { seated, over, live, atOnce, data } = this.table;
    if (this.open && (!this.card || (live && data.turn))) return this.close();
    const told = this.number <= Number(this.seen) || (this.open && this.shown === this.number);
    if (!this.card || told || atOnce || (live && !over && (data.turn || !seated))) return null;
    return this.show();
  }

  show() {
    const { seated, over, live } = this.table;
    this.shown = this.number;
    this.open = true;
    this.past?.remove();
    this.past = pastOf(this.table);
    if (this.past) by("board").append(this.past);
    document.body.classList.add("interluded");
    // The board stands above the card however far down the page was, and stays there: while a page is loaded anew, as it is
    // at the end of a game, browsers scroll it back to where it was, sooner or later than this.
    history.scrollRestoration = "manual";
    scrollTo(0, 0);
    if (!over) for (const id of ["prompt", "stage", "tools"]) by(id).inert = true;
    this.hold(!over && !live);
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

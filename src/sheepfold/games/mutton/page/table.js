// Mutton in the hand: place the flock, hide the wolves, choose victims, let them run, shoot.
import { h, listed, sr } from "../../js/dom.js";
import { beast, hexagon, layer, make, outline, ring } from "../../js/draw.js";
import { symbol, symbols } from "../../js/symbols.js";
import { complain, toast } from "../../js/toast.js";

const R = 40;
const PASSING = { passing: true };
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
// Animals on one sheet: half an alphabet.
const HALF = 13;

export default class Mutton {
  constructor(table) {
    this.table = table;
    this.arrive();
  }

  get view() {
    return this.table.view;
  }

  // What was agreed for the game.
  get agreed() {
    return this.table.once;
  }

  get build() {
    return this.table.build;
  }

  arrive() {
    Object.assign(this, { victim: null, plan: new Map(), runner: null, chosen: new Set(), berserk: false, dragged: null });
    this.byCell = new Map();
    this.byLetter = new Map();
    for (const animal of this.animals()) {
      if (animal.cell && animal.fate === "alive") this.byCell.set(animal.cell, animal.letter);
      this.byLetter.set(animal.letter, animal);
    }
  }

  // Everybody in the order of the alphabet; none before they are placed.
  animals() {
    const { cells, wolves, dead, home } = this.view;
    return cells.split(" ").filter(Boolean).map((cell, n) => {
      const letter = LETTERS[n];
      const fate = dead.includes(letter) ? "dead" : home.includes(letter) ? "home" : "alive";
      return { letter, cell: cell === "-" ? null : cell, fate, wolf: wolves.includes(letter) };
    });
  }

  // A dead wolf howls, a dead sheep bleats.
  sound(fact) {
    if (fact.natures?.includes("w")) return "howl";
    return fact.natures?.includes("s") || fact.is === "Feast" ? "bleat" : "";
  }

  // A move that is kept ready is for the other's turn to be over.
  get phase() {
    if (this.table.preparing) return this.view.phase === "wolf" ? "farmer" : "wolf";
    return this.table.turn ? this.view.phase : "";
  }

  get size() {
    return this.agreed.sheep;
  }

  // -- the panel: who ran, own marks, and the odds ---------------------------------------------

  panel() {
    const animals = this.animals();
    if (!animals.length) return [h("h2", {}, "Who ran"), h("p", { class: "quiet" }, "The sheet fills when the game begins: every animal that runs stood next to a wolf's victim.")];
    const sheets = [];
    for (let n = 0; n < animals.length; n += HALF) sheets.push(this.sheet(animals.slice(n, n + HALF)));
    const legend = h("small", {}, "+ ran \u2002= had to stay \u2002× dead");
    return [h("h2", {}, "Who ran ", legend), h("div", { class: "sheets" }, sheets), this.view.odds && this.table.mayAid && this.odds()];
  }

  // A column per animal, a row per kill, one that adds up, and marks of one's own.
  sheet(animals) {
    const { rows } = this.view;
    const head = animals.map(({ letter, fate, wolf }) => {
      const known = fate !== "alive" || wolf ? sr(` ${fate}${wolf ? ", a wolf" : ""}`) : null;
      return h("th", { scope: "col", "data-letter": letter, class: `${fate === "alive" ? "" : "dead"}${wolf ? " wolf" : ""}` }, letter, known);
    });
    const kills = rows.map(([round, victim, sign, ran, stayed]) =>
      h("tr", {}, h("th", { scope: "row" }, round), animals.map(({ letter }) => {
        if (letter === victim) return h("td", { class: "killed" }, sign === "x" ? "×" : sign);
        return h("td", {}, ran.includes(letter) ? "+" : stayed.includes(letter) ? "=" : "");
      })));
    const often = (letter) => rows.filter(([, , , ran, stayed]) => (ran + stayed).includes(letter)).length;
    const totals = h("tr", {}, h("th", { scope: "row" }, "ran"), animals.map(({ letter }) => h("td", {}, often(letter) || "")));
    const button = (letter) => h("button", { "data-mark": letter, "aria-label": `Mark ${letter}` });
    const marks = this.table.seated &&
      h("tr", { class: "marks" }, h("th", { scope: "row" }, sr("your marks")), animals.map(({ letter, fate }) => h("td", {}, fate === "alive" && button(letter))));
    return h("div", { class: "bank", tabindex: 0, role: "group", "aria-label": `Who ran, ${animals[0].letter} to ${animals.at(-1).letter}` },
      h("table", { class: "sheet" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, sr("Round")), head)),
        h("tbody", {}, kills, totals, marks)));
  }

  // Who is how likely a wolf: worked out while it is unfolded.
  odds() {
    const chance = ([letter, percent]) => h("li", {}, h("b", {}, letter), h("meter", { min: 0, max: 100, value: percent, "aria-label": letter }, `${percent} %`), h("span", {}, `${percent} %`));
    return h("details", { class: "odds", id: "odds", "data-aids": true },
      h("summary", {}, "Odds ", h("small", {}, "that one is a wolf, from what you have seen")),
      h("ul", {}, (this.table.aids ?? []).map(chance)));
  }

  // -- the field -------------------------------------------------------------------------------

  targets(svg) {
    return svg.querySelectorAll("[data-part][data-cell]:not([data-animal])");
  }

  place(cell) {
    const svg = this.table.board.svg;
    return outline(svg.querySelector(`[data-part="${cell}"]`));
  }

  name(cell) {
    const letter = this.byCell.get(cell);
    const dead = [...this.byLetter.values()].find((animal) => animal.cell === cell && animal.fate !== "alive");
    const what = letter ?? (dead ? `${dead.letter} lies dead` : "empty");
    const mark = { s: ", suspect", c: ", cleared" }[this.table.notes.marks.get(letter)] ?? "";
    return `${cell}, ${what}${mark}${this.picked().includes(letter) ? ", picked" : ""}`;
  }

  // Of a long sheet the last rounds are in sight.
  dress(page) {
    for (const bank of page.querySelectorAll(".bank")) bank.scrollTop = bank.scrollHeight;
    this.pointOut();
  }

  // Who is picked stands out on the sheets.
  pointOut() {
    for (const sheet of document.querySelectorAll(".sheet")) {
      const picked = [...sheet.rows[0].cells].map((cell) => this.picked().includes(cell.dataset.letter));
      for (const row of sheet.rows) [...row.cells].forEach((cell, n) => cell.classList.toggle("picked", picked[n]));
    }
  }

  picked() {
    return this.victim ? [this.victim] : [...this.chosen];
  }

  // -- picking ---------------------------------------------------------------------------------

  pick(cell) {
    const letter = this.byCell.get(cell);
    switch (this.phase) {
      case "place":
        return this.build.add(cell);
      case "choose":
        return letter && this.choose(letter);
      case "wolf":
        return this.victim ? this.send(cell) : letter && this.strike(letter);
      case "farmer":
        return this.aim(cell, letter);
    }
    return null;
  }

  async choose(letter) {
    if (this.chosen.has(letter)) this.chosen.delete(letter);
    else if (this.chosen.size < this.agreed.wolves) this.chosen.add(letter);
    else return toast("You have chosen all your wolves. Pick one of them to drop it.", PASSING);
    const wanted = [...this.chosen].sort();
    if (wanted.length < this.agreed.wolves) return this.build.reset();
    return this.build.path(wanted).catch((problem) => {
      complain(problem);
      this.draw();
    });
  }

  async strike(letter) {
    const part = [`${letter}:`, letter].find((each) => this.build.allows(each));
    if (!part) return toast(`None of your wolves stands next to ${letter}.`, PASSING);
    if (!part.endsWith(":")) return this.build.path([part]);
    this.havens = (await this.build.choices([part])).parts;
    this.victim = letter;
    this.runners = [...this.view.runners[letter]];
    this.plan.clear();
    // Where room is scarce or company matters the order counts, so runners go strictly by the alphabet.
    this.strict = this.agreed.huddle || this.havens.length < this.runners.length;
    this.next();
    return this.build.path([part]);
  }

  // The cells that a runner may go to now.
  get free() {
    const taken = [...this.plan.values()];
    return this.strict ? this.build.now.parts : this.havens.filter((cell) => !taken.includes(cell));
  }

  next() {
    const open = this.havens.length > this.plan.size;
    this.runner = (open && this.runners.find((letter) => !this.plan.has(letter))) || null;
  }

  // A click while they run: another runner to send first, or a cell for the one whose turn it is.
  async send(cell) {
    const letter = this.byCell.get(cell);
    if (letter && this.runners.includes(letter) && !this.strict) {
      this.plan.delete(letter);
      this.runner = letter;
      return this.rebuild();
    }
    if (letter === this.victim) return this.back();
    return this.runner && this.sendTo(this.runner, cell);
  }

  async sendTo(letter, cell) {
    if (!this.free.includes(cell)) return toast(`${letter} needs an empty cell that does not touch ${this.victim}.`, PASSING);
    this.plan.set(letter, cell);
    this.next();
    return this.rebuild();
  }

  async rebuild() {
    const part = `${this.victim}:`;
    const ready = this.runners.map((letter) => this.plan.get(letter));
    const gap = ready.indexOf(undefined);
    const sent = gap < 0 ? ready : ready.slice(0, gap);
    await this.build.path([part, ...sent]).catch((problem) => {
      complain(problem);
      this.plan.clear();
      this.next();
      return this.build.path([part]);
    });
    if (this.build.now.complete) this.runner = null;
    this.draw();
  }

  async aim(cell, letter) {
    if (this.victim) return this.send(cell);
    if (!letter) return null;
    if (this.agreed.shotgun) return this.strike(letter);
    if (this.chosen.has(letter)) this.chosen.delete(letter);
    else {
      if (!this.berserk) this.chosen.clear();
      this.chosen.add(letter);
    }
    return this.build.path([...this.chosen].sort());
  }

  async back() {
    if (this.victim && this.plan.size) {
      const last = [...this.plan.keys()].at(-1);
      this.plan.delete(last);
      this.runner = last;
      return this.rebuild();
    }
    if (this.phase === "place") return this.build.back();
    if (this.victim || this.chosen.size || this.berserk) {
      Object.assign(this, { victim: null, runner: null, berserk: false });
      this.chosen.clear();
      return this.build.reset();
    }
    return null;
  }

  mark(cell) {
    const letter = this.byCell.get(cell);
    if (letter) this.table.notes.cycle(letter);
  }

  // -- dragging a runner -----------------------------------------------------------------------

  drags(cell) {
    const letter = this.byCell.get(cell);
    return Boolean(this.victim && this.runners.includes(letter) && (!this.strict || letter === this.runner));
  }

  dragging(cell, { x, y }) {
    this.dragged = { letter: this.byCell.get(cell), x, y };
    this.draw();
  }

  drop(cell, goal) {
    const { letter } = this.dragged ?? {};
    this.dragged = null;
    if (letter && goal) this.sendTo(letter, goal);
    this.draw();
  }

  // -- drawing ---------------------------------------------------------------------------------

  draw() {
    const svg = this.table.board.svg;
    const over = layer(svg, "picks");
    for (const group of svg.querySelectorAll("[data-animal]")) group.classList.toggle("moved", this.plan.has(group.dataset.animal));
    this.drawMarks(over);
    if (this.table.hints || this.phase === "wolf") this.drawHints(over);
    if (this.phase === "place") this.drawFlock(over);
    if (this.victim) this.drawFlight(over);
    for (const letter of this.picked()) this.circle(over, this.byLetter.get(letter).cell);
    if (this.victim) this.sign(over, "m-lost", this.byLetter.get(this.victim).cell);
    this.pointOut();
    if (this.table.turn) this.prompt();
  }

  circle(over, cell) {
    const { x, y } = this.place(cell);
    ring(over, { d: hexagon(x, y, R - 5) });
  }

  // A move that is kept ready: who would be picked, and where everybody would run.
  kept(over, parts) {
    const [first, ...goals] = parts;
    if (!first.endsWith(":")) return this.advise(over, parts);
    const victim = first[0];
    this.sign(over, "m-lost", this.byLetter.get(victim).cell);
    goals.forEach((goal, n) => this.flee(over, this.view.runners[victim]?.[n], goal));
    return null;
  }

  // What a guide or a bot would pick: animals, and cells to place them on or to run to.
  advise(over, parts) {
    const cells = new Set([...this.targets(this.table.board.svg)].map((target) => target.dataset.part));
    for (const part of parts) {
      const cell = this.byLetter.get(part)?.cell ?? part.split("-").at(-1);
      if (cells.has(cell) || this.byCell.has(cell)) this.circle(over, cell);
    }
  }

  sheep(over, x, y, letter) {
    const name = this.byLetter.get(letter)?.wolf ? "wolf-ewe" : "ewe";
    const group = make("g", { class: "ghost", transform: `translate(${x} ${y})` }, over);
    symbol(name, group);
    make("text", symbols[name].words, group).textContent = letter;
  }

  drawFlock(over) {
    this.build.soFar.forEach((cell, n) => {
      const { x, y, path } = this.place(cell);
      make("path", { ...path, class: "legal" }, over);
      this.sheep(over, x, y, LETTERS[n]);
    });
  }

  // Everything that may be picked next, for those who ask. Whom the wolves can reach is always marked, quietly.
  drawHints(over) {
    if (!this.phase || this.victim) return;
    const kind = this.table.hints ? "may" : "may quiet";
    const letters = this.phase === "choose" ? [...this.byLetter.keys()] : this.build.now.parts.map((part) => part.replace(":", ""));
    for (const cell of this.phase === "place" ? this.build.now.parts : letters.map((letter) => this.byLetter.get(letter)?.cell))
      if (cell) make("path", { ...this.place(cell).path, class: kind }, over);
  }

  drawFlight(over) {
    if (this.runner) for (const cell of this.free) make("path", { ...this.place(cell).path, class: "legal" }, over);
    for (const [letter, goal] of this.plan) this.flee(over, letter, goal);
    if (this.dragged) this.sheep(over, this.dragged.x, this.dragged.y, this.dragged.letter);
    else if (this.runner) this.circle(over, this.byLetter.get(this.runner).cell);
  }

  flee(over, letter, goal) {
    if (!letter) return;
    const [from, to] = [this.place(this.byLetter.get(letter).cell), this.place(goal)];
    make("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "plan" }, over);
    this.sheep(over, to.x, to.y, letter);
  }

  drawMarks(over) {
    for (const [letter, mark] of this.table.notes.marks) {
      const animal = this.byLetter.get(letter);
      if (!animal?.cell || animal.fate !== "alive" || !"sc".includes(mark)) continue;
      this.sign(over, mark === "s" ? "m-suspect" : "m-cleared", animal.cell);
    }
  }

  sign(over, name, cell) {
    const { x, y } = this.place(cell);
    beast(name, x + R * 0.2, y - R * 0.82, R * 0.5, over);
  }

  // -- words and buttons -----------------------------------------------------------------------

  prompt() {
    const table = this.table;
    const go = (label) => table.last(label);
    const undo = { label: "Step back", act: () => this.back() };
    switch (this.phase) {
      case "place":
        return this.placing(go);
      case "choose": {
        const one = this.agreed.wolves === 1;
        const left = this.agreed.wolves - this.chosen.size;
        table.say("", left ? `Pick ${left} more, or type a word. Only you see it.` : `${listed([...this.chosen].sort())} will be your ${one ? "wolf" : "wolves"}. Only you know.`);
        return table.acts([go(one ? "This is my wolf" : "These are my wolves"), { label: "Type a word", act: () => table.type() }]);
      }
      case "wolf":
        return this.hunting(go, undo);
      default:
        return this.shooting(go, undo);
    }
  }

  placing(go) {
    const left = this.size - this.build.soFar.length;
    const shuffle = () => {
      const cells = [...this.targets(this.table.board.svg)].map((cell) => cell.dataset.cell);
      for (let n = cells.length - 1; n > 0; n--) {
        const other = crypto.getRandomValues(new Uint32Array(1))[0] % (n + 1);
        [cells[n], cells[other]] = [cells[other], cells[n]];
      }
      return cells.slice(0, this.size);
    };
    const lay = (label, cells) => ({ label, act: () => this.build.path(cells()) });
    this.table.say("Place the flock, Farmer.", left ? `Pick a cell for ${LETTERS[this.build.soFar.length]}, or take a random field. ${left} to go.` : "This is the field. Change it, or let the game begin.");
    this.table.acts([
      ...(left ? [] : [go("Use this field")]),
      lay("Random", shuffle),
      lay("With gaps", () => this.agreed.sparse),
      ...(this.view.mirror ? [lay("As in game 1", () => this.view.mirror)] : []),
      ...(this.build.soFar.length ? [{ label: "Clear", act: () => this.build.reset() }] : []),
    ].map((act, n) => (n === 0 && left ? { ...act, go: true } : act)));
  }

  running(go, undo, deed) {
    const stay = this.runners.filter((letter) => !this.plan.has(letter));
    const still = stay.length ? `${listed(stay)} must stay.` : this.runners.length ? "You can still send one elsewhere." : "No animal stands beside it, so none runs.";
    if (this.runner) this.table.say(`${this.runner} must run.`, `Pick a cell that does not touch ${this.victim}, or drag it there.`);
    else this.table.say(`${deed} ${this.victim}?`, still);
    this.table.acts([go(`${deed} ${this.victim}`), undo]);
  }

  hunting(go, undo) {
    if (this.victim) return this.running(go, undo, "Eat");
    if (this.build.soFar.length) {
      this.table.say("Bring it home?", `${this.build.now.text} leaves the field for 3 points.`);
      return this.table.acts([go(`Bring ${this.build.now.text} home`), undo]);
    }
    this.table.say("Choose whom to eat.", "An animal next to a wolf (your wolves have tails).");
    return this.table.acts(this.build.allows("pass") ? [{ label: "Pass", go: true, act: () => this.table.commit(["pass"]) }] : []);
  }

  shooting(go, undo) {
    if (this.victim) return this.running(go, undo, "Shoot");
    const aimed = [...this.chosen].sort();
    const pass = this.build.allows("pass") || (this.build.known.get("")?.parts.includes("pass") ?? false);
    const acts = [];
    if (this.berserk) {
      const headline = "Berserk: whom do you shoot?";
      // What a single shot would tell is beside the point now.
      if (aimed.length < 2) this.table.prompt.say(headline, "Pick every animal that you think is a wolf. This ends the game.");
      else this.table.say(headline, `Shoot ${listed(aimed)} at once? A wolf that is left eats the rest.`);
      acts.push({ ...go(aimed.length > 1 ? `Shoot all ${aimed.length}` : "Shoot all"), risk: true, go: false, off: aimed.length < 2 || !this.build.now.complete }, undo);
    } else {
      this.table.say("", aimed.length ? "Pick another to aim at it instead." : `${this.table.data.detail} Pick an animal to aim at it.`);
      if (aimed.length) acts.push(go(`Shoot ${aimed[0]}`));
      if (pass) acts.push({ label: "Pass", act: () => this.table.commit(["pass"]) });
      if (this.agreed.berserk) acts.push({ label: "Berserk…", risk: true, act: () => ((this.berserk = true), this.draw()) });
    }
    this.table.acts(acts);
  }
}

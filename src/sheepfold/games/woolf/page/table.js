// Woolf!! in the hand: a table of people; peek, ask with the cards you hold, set the two pointers.
import { h, plural, seatNumber, sr } from "../../js/dom.js";
import { icon } from "../../js/draw.js";
import { complain } from "../../js/toast.js";

const EMPTY = "Empty chair";
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const head = (who) => icon(who === "?" ? "h-q" : `h-${who}`);

export default class Woolf {
  constructor(table) {
    this.table = table;
    document.getElementById("stage").addEventListener("click", (event) => this.click(event));
    document.getElementById("panel").addEventListener("click", (event) => event.target.closest("[data-fill]") && table.notes.fill(this.certain()));
    this.arrive();
  }

  get build() {
    return this.table.build;
  }

  get view() {
    return this.table.view;
  }

  get once() {
    return this.table.once;
  }

  arrive() {
    Object.assign(this, { verb: null, seat: null, question: null, place: null, points: [null, null] });
  }

  // Whoever suspects cries wolf.
  sound(fact) {
    return { Suspected: "howl", RoundBegins: "knock", HandedIn: "knock" }[fact.is] ?? "";
  }

  targets() {
    return [];
  }

  name(seat) {
    return this.table.data.names[seat] ?? EMPTY;
  }

  called(seat) {
    return seat === "0" ? "nobody" : this.table.data.names[seat] ?? "the empty chair";
  }

  word(who) {
    return this.once.cards[who]?.[0] ?? "question mark";
  }

  seats() {
    return Array.from({ length: this.once.holders }, (_, n) => n + 1);
  }

  // -- the table of people ---------------------------------------------------------------------

  stage(stage) {
    this.pointers = stage.hand?.pointers ?? null;
    const open = stage.open ? [this.reveal(stage.round, stage.open)] : [];
    return [this.people(stage, { id: "people" }), ...(stage.hand ? [this.hand(stage.hand)] : []), ...open];
  }

  // A round that is over: who was who, and for those who look at the table first, all of it as it lay.
  past({ round, open }) {
    const out = this.seats().filter((seat) => open[seat - 1].early);
    return [this.reveal(round, open), this.people({ round, open, out, ...this.told(round) })];
  }

  // What lay before everybody in a round, by all that was told.
  told(round) {
    const found = { clues: [], asked: [] };
    for (const { is, by, at, said, question, yes } of this.facts(round).map(([fact]) => fact)) {
      if (is === "Clue") found.clues.push([by, at, said]);
      if (is === "Asked") found.asked.push([by, at, question, yes]);
    }
    return found;
  }

  // The facts of a round with their sentences.
  facts(round) {
    let now = 0;
    return this.table.events
      .flatMap(({ facts, sentences }) => facts.map((fact, n) => [fact, sentences[n]]))
      .filter(([fact]) => (now = fact.is === "RoundBegins" ? fact.round : now) === round);
  }

  // Everybody round the table from the one after you; your own place comes last.
  people(stage, attributes = {}) {
    const { holders, early, rounds } = this.once;
    const near = this.table.data.seat ?? holders;
    const places = this.seats().map((_, n) => this.person(((near + n) % holders) + 1, near, stage));
    const pips = Array.from({ length: early }, (_, n) => h("span", { class: n < stage.out.length ? "pip full" : "pip" }));
    const middle = h("div", { class: "middle" }, h("p", { class: "display" }, `Round ${stage.round} of ${rounds}`), h("p", {}, "Early suspicions"), h("p", { class: "pips" }, pips, sr(`${stage.out.length} of ${early}`)));
    const table = h("div", { class: `woolf of-${holders - 1}`, role: "group", tabindex: 0, "aria-label": "Who sits where", ...attributes }, places.slice(0, -1), middle, places.at(-1));
    const scrolled = document.getElementById(attributes.id)?.scrollTop;
    if (scrolled) queueMicrotask(() => (table.scrollTop = scrolled)); // the table stays where it was looked at
    // Whether somebody sits beyond an edge.
    const beyond = () => {
      table.classList.toggle("above", table.scrollTop > 6);
      table.classList.toggle("below", table.scrollTop + table.clientHeight < table.scrollHeight - 6);
    };
    table.addEventListener("scroll", beyond);
    new ResizeObserver(beyond).observe(table);
    return table;
  }

  // A place: the plate, and before it cards, tokens and answers. It is marked while the game waits for who sits there.
  person(seat, near, { me, points, errors, red = [], turn = [], out = [], sealed = [], clues, asked, open }) {
    const shown = open?.[seat - 1];
    const marks = [turn.includes(seat) && "turn", seat === near && "me"].filter(Boolean);
    const lost = errors?.[seat - 1] ?? 0;
    const tokens = Array.from({ length: lost }, (_, n) => this.error(red.includes(seat) && n === lost - 1));
    return h(
      "section",
      { class: ["person", `p${seat}`, ...marks].join(" "), "data-seat": seat },
      h(
        "h2",
        { class: "name" },
        h("button", { class: "pick", "data-part": seat, disabled: true }, seatNumber(seat), h("b", {}, this.name(seat), shown && h("small", {}, this.word(shown.who)))),
        lost > 0 && h("span", { class: "errors", title: plural(lost, "error token") }, tokens, sr(` ${plural(lost, "error token")}${red.includes(seat) ? ", one of them red" : ""}`)),
        points?.[seat - 1] !== undefined && h("span", { class: "points" }, points[seat - 1], sr(" points")),
      ),
      h(
        "div",
        { class: "before" },
        shown ? h("span", { class: "held" }, shown.cards.map((card) => this.card(card, true))) : seat !== me && this.backs(out.includes(seat)),
        clues.filter(([, at]) => at === seat).map((clue) => this.token(...clue)),
        !shown && sealed.includes(seat) && h("span", { class: "slip sealed" }, "sealed", h("span", {}, " suspicion")),
        asked.filter(([, at]) => at === seat).map(([by, , question, yes]) => this.slip(by, question, yes)),
      ),
      shown && this.verdict(shown),
    );
  }

  backs(out) {
    return h("span", { class: `backs${out ? " out" : ""}`, "aria-hidden": "true" }, [1, 2].map(() => h("span", { class: "back" }, icon("crest"))));
  }

  error(red) {
    return h("span", { class: `error${red ? " red" : ""}`, "aria-hidden": "true" }, red ? "!" : "×");
  }

  // What somebody said after a peek, and to them what they saw.
  token(by, _, said, saw) {
    const word = said === "?" ? "I cannot tell" : this.word(said);
    const name = this.name(by);
    const token = h("span", { class: `token p${by}`, title: `${name} said: ${word}` }, head(said), seatNumber(by), sr(`${name} said ${word}`));
    return saw ? h("span", { class: "clue" }, token, h("span", { class: "secret", title: "what you saw" }, this.card(saw, true))) : token;
  }

  // A question that was asked, and its answer.
  slip(by, question, yes) {
    return h("p", { class: "slip" }, seatNumber(by), question.split("-").map(head), sr(`${this.name(by)} asked: ${this.once.questions[question]}`), "? ", h("b", {}, yes ? "yes" : "no"));
  }

  // A card: its value, who it shows, what it looks like; in your hand also whom it seeks.
  card(name, small) {
    const [who, looks] = name.split("/");
    const [word, value, seeks] = this.once.cards[who];
    return h(
      "span",
      { class: small ? "card small" : "card" },
      h("span", { class: "value" }, value),
      h("span", { class: "who" }, capital(word)),
      icon(who, "figure"),
      looks !== who && h("span", { class: "looks" }, head(looks), sr(`looks like ${looks === "?" ? "a question mark" : this.word(looks)}`)),
      !small && h("span", { class: "seeks" }, seeks.map((target, n) => [h("span", {}, "‹".repeat(n + 1)), head(target)]), sr(`seeks ${seeks.map((target) => this.word(target)).join(" ")}`)),
    );
  }

  // Your hand: two cards, who you are, the questions you hold, and the pointers to set.
  hand({ cards, who, questions, pointers }) {
    return h(
      "section",
      { class: "hand secret", id: "hand", tabindex: 0, "aria-label": "Your hand" },
      h("span", { class: "held" }, cards.map((card) => this.card(card, false))),
      h("p", { class: "iam" }, "You are the ", h("b", {}, this.word(who))),
      h("div", { class: "questions" }, questions.map((question) => this.questionCard(question))),
      h("div", { class: "pointers" }, this.once.cards[who][2].map((target, n) => this.pointer(target, n, pointers))),
    );
  }

  questionCard(question) {
    const asked = question.split("-");
    const words = this.once.questions[question];
    const short = asked.length > 1 ? "Do you play one of these?" : words;
    return h("button", { class: "question", "data-part": question, disabled: true, title: words }, h("span", {}, short), h("span", { class: "heads" }, asked.map(head)), asked.length > 1 && sr(words));
  }

  pointer(target, which, pointers) {
    const word = this.word(target);
    const dial = ["0", ...this.seats().map(String)].filter((n) => Number(n) !== this.table.data.seat);
    const buttons = dial.map((n) =>
      h("button", { "data-point": n, class: `p${n}`, "aria-pressed": String(pointers?.[which] === n), disabled: true, "aria-label": `${word}: ${n}, ${this.called(n)}` }, n, h("small", {}, this.called(n))),
    );
    return h("div", { class: "pointer", role: "group", "aria-label": capital(word), "data-pointer": which }, h("span", { class: "sought", "aria-hidden": "true" }, "‹".repeat(which + 1), head(target), capital(word)), h("span", { class: "dial" }, buttons));
  }

  // A round, turned up: who was who, at whom everybody pointed, what it brought.
  reveal(round, open) {
    const rows = open.map((shown, n) =>
      h("li", { class: n + 1 === this.table.data.seat ? "you" : null }, seatNumber(n + 1), h("span", { class: "whom" }, h("b", {}, this.name(n + 1)), h("small", {}, this.word(shown.who))), h("span", { class: "held" }, shown.cards.map((card) => this.card(card, true))), this.verdict(shown)),
    );
    return h("section", { class: "panel reveal" }, h("h2", {}, `Round ${round}, turned up`), h("ul", {}, rows));
  }

  // What came of a suspicion. Somebody who had none to make gets no verdict; where nothing was scored there are no points.
  verdict({ aims, early, points, error }) {
    if (!aims) return null;
    return h(
      "span",
      { class: "verdict" },
      aims.length ? aims.map((aim) => this.aim(...aim)) : h("span", { class: "quiet" }, "declined"),
      early && h("small", { class: "quiet" }, "early"),
      error && h("span", { title: "an error token" }, this.error(error === "red"), sr(error === "red" ? "a red error token" : "an error token")),
      points !== undefined && h("b", { class: "gain" }, `+${points}`, sr(" points")),
    );
  }

  aim(target, seat, right) {
    const name = this.called(String(seat));
    return h("span", { class: right ? "aim" : "aim off" }, head(target), sr(`${this.word(target)}: ${name}, ${right ? "right" : "wrong"}`), h("span", { "aria-hidden": "true" }, "→"), h("span", { class: `num p${seat}`, "aria-hidden": "true", title: name }, seat || "–"), icon(right ? "m-cleared" : "m-lost"));
  }

  // -- the panel -------------------------------------------------------------------------------

  panel() {
    return [this.view.certain ? this.suspects() : [], this.table.over ? [] : this.said(), this.deck()].flat();
  }

  // A row per chair, a column per card, a button for one's own mark where they meet.
  suspects() {
    const cards = Object.keys(this.once.cards);
    const rows = this.seats().map((seat) => {
      const name = seat === this.table.data.seat ? "You" : this.called(String(seat));
      return h("tr", {}, h("th", { scope: "row" }, seatNumber(seat), " ", name), cards.map((who) => h("td", {}, h("button", { "data-mark": `${seat}.${who}`, "aria-label": `${name}: ${this.word(who)}` }))));
    });
    const columns = cards.map((who) => h("th", { scope: "col" }, head(who), sr(this.word(who))));
    return [
      h("h2", {}, "Who is who ", h("small", {}, "only you see these marks")),
      h("table", { class: "grid" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, sr("Player")), columns)), h("tbody", {}, rows)),
      h("button", { class: "btn small", "data-fill": true }, "Fill in what is certain"),
    ];
  }

  // Marks by seat and character.
  certain() {
    const cards = Object.keys(this.once.cards);
    const marks = this.view.certain.flatMap((row, n) => [...row].map((mark, column) => [`${n + 1}.${cards[column]}`, mark]));
    return Object.fromEntries(marks.filter(([, mark]) => mark !== "."));
  }

  // What happened in this round, a sentence each, the last one first. A suspicion may have been taken back.
  said() {
    const { round, out } = this.view;
    const sealed = new Set(out);
    const told = this.facts(round)
      .reverse()
      .filter(([{ is, by }]) => is === "Clue" || is === "Asked" || (is === "Suspected" && sealed.delete(by)));
    const list = told.length ? h("ol", { reversed: true }, told.map(([, sentence]) => h("li", {}, sentence))) : h("p", { class: "quiet" }, "Nobody has peeked or asked yet.");
    return h("section", { class: "said-so-far", "aria-label": "This round" }, h("h2", {}, "This round"), list);
  }

  // The deck that the cards are dealt from: how many of each, and what they look like to who peeks.
  deck() {
    const rows = this.once.deck.map(([card, copies]) => {
      const [who, looks] = card.split("/");
      const disguise = looks !== who && h("small", {}, `looks like ${looks === "?" ? "a question mark" : this.word(looks)}`);
      return h("li", {}, head(who), h("b", {}, `${copies}×`), h("span", {}, this.word(who), disguise && " ", disguise));
    });
    return h("section", { class: "deck" }, h("h2", {}, "The deck ", h("small", {}, "two cards each; the higher value says who you are")), h("ul", {}, rows));
  }

  // -- picking ---------------------------------------------------------------------------------

  click(event) {
    const pick = event.target.closest("button[data-part]");
    const point = event.target.closest("button[data-point]");
    if (pick?.classList.contains("question")) this.question = this.question === pick.dataset.part ? null : pick.dataset.part;
    else if (pick && this.verb === "suspect") this.hang(pick.dataset.part);
    else if (pick) this.seat = this.seat === pick.dataset.part ? null : pick.dataset.part;
    else if (point) this.points[Number(point.closest("[data-pointer]").dataset.pointer)] = point.dataset.point;
    else return;
    if (pick?.classList.contains("question") && this.verb !== "ask") this.verb = "ask";
    this.rebuild();
  }

  // A pointer is also set by picking a seat: the first that is free; and picking it again takes it off.
  hang(seat) {
    const set = this.points.indexOf(seat);
    const free = this.points.indexOf(null);
    if (set >= 0) this.points[set] = null;
    else if (free >= 0 && !(free && this.single)) this.points[free] = seat;
  }

  start(verb) {
    this.arrive();
    this.verb = verb;
    this.rebuild();
  }

  // The longest beginning of the move that is decided.
  wanted() {
    switch (this.verb) {
      case "peek":
        return ["peek", this.seat, this.place];
      case "ask":
        return ["ask", this.seat, this.question];
      case "suspect":
        return ["suspect", this.points[0], this.single ? "x" : this.points[1]];
      default:
        return [this.verb];
    }
  }

  get single() {
    return document.querySelectorAll("[data-pointer]").length === 1;
  }

  async rebuild() {
    if (!this.verb) return this.draw();
    const all = this.wanted();
    const gap = all.findIndex((part) => part === null);
    const parts = gap < 0 ? all : all.slice(0, gap);
    await this.build.path(parts).catch((problem) => {
      if (problem.kind === "offline") return complain(problem);
      this.arrive();
      return this.build.reset();
    });
    return null;
  }

  // Others handed in meanwhile: go on from where the hand was.
  resume() {
    return this.rebuild();
  }

  async back() {
    this.arrive();
    await this.build.reset();
  }

  // -- drawing ---------------------------------------------------------------------------------

  draw() {
    const first = this.build.known.get("")?.parts ?? [];
    const at = ["peek", "ask", "suspect"].includes(this.verb) ? this.build.known.get(this.verb)?.parts ?? [] : [];
    const pointing = this.verb === "suspect";
    const points = this.points.map((point, n) => point ?? this.pointers?.[n]);
    for (const button of document.querySelectorAll("#people .pick")) {
      const { part } = button.dataset;
      button.disabled = !at.includes(part);
      button.setAttribute("aria-pressed", String(pointing ? points.includes(part) : part === this.seat));
    }
    this.tag(points);
    for (const button of document.querySelectorAll("button.question")) {
      button.disabled = !first.includes("ask");
      button.setAttribute("aria-pressed", String(button.dataset.part === this.question));
    }
    document.getElementById("hand")?.classList.toggle("pointing", pointing);
    for (const button of document.querySelectorAll("[data-point]")) {
      const which = Number(button.closest("[data-pointer]").dataset.pointer);
      button.disabled = !pointing;
      button.setAttribute("aria-pressed", String(points[which] === button.dataset.point));
    }
    if (first.length) this.prompt(first);
  }

  // Your pointers hang on the seats as tags that only you see.
  tag(points) {
    const sought = [...document.querySelectorAll("[data-pointer]")];
    for (const place of document.querySelectorAll("#people .person")) {
      place.querySelector(".tags")?.remove();
      const tags = sought.filter((_, n) => points[n] === place.dataset.seat).map((each) => h("span", {}, each.querySelector(".sought").firstChild.cloneNode(), each.querySelector(".sought svg").cloneNode(true)));
      if (tags.length) place.querySelector(".pick").after(h("span", { class: "tags secret", "aria-hidden": "true" }, tags));
    }
  }

  // Whom, and with which card, a guide or a bot would choose.
  advise(_, move) {
    this.mark("advised", move);
  }

  // What is kept ready, as only you see it.
  kept(_, move) {
    this.mark("kept", move);
  }

  mark(name, [verb, ...parts]) {
    const pick = (selector) => document.querySelector(`#stage ${selector}`)?.classList.add(name);
    if (verb === "suspect") parts.forEach((seat, n) => pick(`[data-pointer="${n}"] [data-point="${seat}"]`));
    else for (const part of parts) pick(`button[data-part="${part}"]`);
  }

  prompt(first) {
    const table = this.table;
    const go = (label) => table.last(label);
    const undo = { label: "Step back", act: () => this.back() };
    const named = (part) => (this.called(part).endsWith(part) ? this.called(part) : `${part} ${this.called(part)}`);
    const seats = (parts) => parts.map((part) => ({ label: named(part), act: () => ((this.seat = part), this.rebuild()) }));
    switch (this.verb) {
      case null: {
        const LABELS = { peek: "Peek", ask: "Ask", suspect: "Suspect…", decline: "Decline", swap: "Swap my cards" };
        table.say("", "");
        return table.acts(first.map((verb) => ({ label: LABELS[verb], go: verb === "peek" || verb === "ask" || (verb === "suspect" && first.includes("decline")), risk: verb === "suspect" && !first.includes("decline"), act: () => this.start(verb) })));
      }
      case "peek":
        table.say("Whose card do you peek at?", this.seat ? `You see a card of ${this.called(this.seat)}.` : "Pick a player.");
        if (this.seat && this.build.now.parts.includes("L"))
          return table.acts([...["L", "R"].map((place) => ({ label: place === "L" ? "The left card" : "The right card", act: () => ((this.place = place), this.rebuild()) })), undo]);
        return table.acts(this.seat ? [go(`Peek at ${this.called(this.seat)}`), undo] : [...seats(this.build.now.parts), undo]);
      case "ask":
        table.say("Whom do you ask, and what?", [this.seat ? `You ask ${this.called(this.seat)}.` : "Pick a player.", this.once.questions[this.question] ?? "Pick a question card."].join(" "));
        return table.acts(this.seat ? [go(`Ask ${this.called(this.seat)}`), undo] : [...seats(this.build.now.parts), undo]);
      case "suspect":
        table.say("Whom do you suspect?", this.build.now.complete ? "Nobody sees it before the round ends." : "Pick a player for each of them; 0 means nobody.");
        return table.acts([go("Suspect them"), undo]);
      case "decline":
        table.say("Make no suspicion?", "You gain nothing and lose nothing.");
        return table.acts([go("Decline"), undo]);
      default:
        table.say("Swap your two cards?", "Nobody learns of it.");
        return table.acts([go("Swap them"), undo]);
    }
  }
}

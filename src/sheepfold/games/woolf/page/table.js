// Woolf!! in the hand: peek, ask with the cards you hold, set the two pointers.
import { complain } from "../../js/toast.js";

export default class Woolf {
  constructor(table) {
    this.table = table;
    document.getElementById("stage").addEventListener("click", (event) => this.click(event));
    document.getElementById("panel").addEventListener("click", (event) => event.target.closest("[data-fill]") && table.notes.fill(this.view.certain));
    this.arrive();
  }

  get build() {
    return this.table.build;
  }

  get view() {
    return this.table.view;
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

  called(seat) {
    return seat === "0" ? "nobody" : this.table.data.names[seat] ?? "the empty chair";
  }

  // -- picking ---------------------------------------------------------------------------------

  click(event) {
    const pick = event.target.closest("button[data-part]");
    const point = event.target.closest("button[data-point]");
    if (pick?.classList.contains("question")) this.question = this.question === pick.dataset.part ? null : pick.dataset.part;
    else if (pick) this.seat = this.seat === pick.dataset.part ? null : pick.dataset.part;
    else if (point) this.points[Number(point.closest("[data-pointer]").dataset.pointer)] = point.dataset.point;
    else return;
    if (pick?.classList.contains("question") && this.verb !== "ask") this.verb = "ask";
    this.rebuild();
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
    const at = { peek: 1, ask: 1 }[this.verb] ? this.build.known.get(this.verb)?.parts ?? [] : [];
    for (const button of document.querySelectorAll(".person .pick")) {
      button.disabled = !at.includes(button.dataset.part);
      button.setAttribute("aria-pressed", String(button.dataset.part === this.seat));
    }
    for (const button of document.querySelectorAll("button.question")) {
      button.disabled = !first.includes("ask");
      button.setAttribute("aria-pressed", String(button.dataset.part === this.question));
    }
    const pointing = this.verb === "suspect";
    for (const button of document.querySelectorAll("[data-point]")) {
      const which = Number(button.closest("[data-pointer]").dataset.pointer);
      const set = this.points[which] ?? this.view.pointers?.[which];
      button.disabled = !pointing;
      button.setAttribute("aria-pressed", String(set === button.dataset.point));
    }
    if (first.length) this.prompt(first);
    else if (!this.table.over) this.table.acts([]);
  }

  // Whom, and with which card, a guide or a bot would choose.
  advise(_, [verb, ...parts]) {
    const pick = (selector) => document.querySelector(`#stage ${selector}`)?.classList.add("advised");
    if (verb === "suspect") parts.forEach((seat, n) => pick(`[data-pointer="${n}"] [data-point="${seat}"]`));
    else for (const part of parts) pick(`button[data-part="${part}"]`);
  }

  prompt(first) {
    const table = this.table;
    const go = (label) => ({ label, go: true, off: !this.build.now.complete, act: () => table.commit() });
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
        table.say("Whose card do you look at?", this.seat ? `A card of ${this.called(this.seat)}: you see it, and leave a token.` : "Pick a player.");
        if (this.seat && this.build.now.parts.includes("L"))
          return table.acts([...["L", "R"].map((place) => ({ label: place === "L" ? "The left card" : "The right card", act: () => ((this.place = place), this.rebuild()) })), undo]);
        return table.acts(this.seat ? [go(`Peek at ${this.called(this.seat)}`), undo] : [...seats(this.build.now.parts), undo]);
      case "ask":
        table.say("Whom do you ask, and what?", [this.seat ? `You ask ${this.called(this.seat)}.` : "Pick a player.", this.question ? "" : "Pick a question card."].join(" "));
        return table.acts(this.seat ? [go(`Ask ${this.called(this.seat)}`), undo] : [...seats(this.build.now.parts), undo]);
      case "suspect":
        table.say("Set your pointers.", this.build.now.complete ? "It lies sealed until the round ends." : "Choose a number for each target; 0 means nobody.");
        return table.acts([go("Seal it"), undo]);
      case "decline":
        table.say("Make no suspicion?", "You neither win nor lose anything by it.");
        return table.acts([go("Decline"), undo]);
      default:
        table.say("Swap your two cards?", "Nobody learns of it.");
        return table.acts([go("Swap them"), undo]);
    }
  }
}

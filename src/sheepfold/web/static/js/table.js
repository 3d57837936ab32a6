// The table page: a client of the table's socket. It keeps what the page shows in step with the game, and lets moves be
// built on the board.
import { post, put } from "./api.js";
import { Beats } from "./beats.js";
import { Board } from "./board.js";
import { Build } from "./build.js";
import { Camera } from "./camera.js";
import { setClocks, startClocks } from "./clocks.js";
import { Bid } from "./bid.js";
import { startControls } from "./controls.js";
import { h, Places } from "./dom.js";
import { layer } from "./draw.js";
import { Guide, guiding, steps } from "./guide.js";
import { card, Interlude } from "./interlude.js";
import { Line } from "./live.js";
import { Notes } from "./notes.js";
import Parts from "./parts.js";
import * as people from "./people.js";
import { Prompt } from "./prompt.js";
import { moveOn, showBoard } from "./scene.js";
import { sound } from "./sound.js";
import { showLine } from "./talk.js";
import { complain, relieve, settle, toast } from "./toast.js";

// How long a move may take to show on the page after the server has it, in milliseconds.
const SOON = 3000;
const by = (id) => document.getElementById(id);
const main = by("main");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The game's own module; a game that brings none, or one that does not load, is played by its parts.
async function own(address) {
  if (!address) return Parts;
  try {
    return (await import(address)).default;
  } catch (problem) {
    console.error(problem);
    toast("Part of this page did not load, so the game is shown plainly. Load the page again to see all of it.", { bad: true });
    return Parts;
  }
}

class Table {
  // `page` is what stays as long as the page does; its `update` is the first one of the socket.
  constructor(page, Game) {
    Object.assign(this, { page, Game, once: page.once, events: [], heard: 0, said: 0, hidden: false, text: false, folded: true });
    this.places = new Places();
    this.read(page.update);
    this.prompt = new Prompt(page.table);
    this.build = new Build(() => this.built(), (parts) => this.choices(parts), (move) => this.play(move));
    this.board = new Board(by("board"), this);
    this.notes = new Notes(page.marks, page.mark_words, (text) => this.line.ask({ do: "note", text }), () => this.game.draw());
    this.game = this.choose();
    this.guide = new Guide(this);
    this.tabs = startControls(this);
    this.told(page.update.events, true);
    for (const line of page.update.chat) this.talk(line);
    this.fill();
    this.guide.settle();
    if (this.board.svg && this.scene.board) showBoard(this.board.svg, this.scene.board);
    this.arrive();
    this.clocks(page.update, 0);
    this.beats = new Beats((message, waited) => this.follow(message, waited), () => this.hasty);
    this.beats.skipOn(document.querySelector(".stage"));
    this.interlude = new Interlude(this, (still) => this.hold(still));
    by("skip")?.addEventListener("click", () => this.skip());
    this.pace();
    this.line = new Line(() => this.address(), (message) => this.hear(message), (up) => this.linked(up));
  }

  // Whether it is the player's turn.
  get mine() {
    return this.data.turn && !this.hidden;
  }

  // Whether a move may be built on the board: for now, or to be kept ready.
  get turn() {
    return (this.data.turn || Boolean(this.preparing)) && !this.hidden;
  }

  get over() {
    return this.data.status === "over";
  }

  // Whether the viewer has a seat.
  get seated() {
    return this.data.seat !== null;
  }

  // Whether a clock runs by the second: then nothing stands between a player and the move.
  get live() {
    return main.dataset.clock === "live";
  }

  // Whether the visitor wants everything shown at once.
  get atOnce() {
    return document.documentElement.dataset.beats === "once";
  }

  // Whether the viewer has left the seat and could come back.
  get left() {
    return this.seated && !this.over && this.info.seats[this.data.seat - 1].left;
  }

  // What the game's module gets of the view; null while bids are made.
  get view() {
    return this.scene.game;
  }

  // Whether the viewer may be shown what could be worked out; never where the result counts.
  get mayAid() {
    return this.info.terms.aids && !this.info.rated && this.seated && !this.hidden;
  }

  choose() {
    if (this.scene.bidding) return new Bid(this);
    const game = this.scene.plain ? new Parts(this) : new this.Game(this);
    const plays = this.seated && !this.over;
    document.querySelector("[data-tool=hints]").hidden = !plays || game.lit;
    document.querySelector("[data-tool=turn]").hidden = !plays || !game.turn;
    by("tools").hidden = !this.board.svg || !((plays && !game.lit) || game.cell);
    document.querySelector(".map-tools").hidden = true;
    if (game.cell) {
      this.camera ??= new Camera(by("stage"), game.cell);
      this.camera.turned = (step) => this.game.turn?.(step);
      this.camera.settled = () => this.game.bring?.();
      if (this.over) this.camera.mode = "all";
      document.querySelector(".map-tools").hidden = false;
    }
    return game;
  }

  // -- the line --------------------------------------------------------------------------------

  address() {
    this.beats?.all();
    const query = new URLSearchParams({ since: this.heard, chat_since: this.said, want: this.wants.join() });
    if (this.page.invite) query.set("invite", this.page.invite);
    return `${location.origin.replace(/^http/, "ws")}/api/v1/tables/${this.page.table}/socket?${query}`;
  }

  // What this page wants to be sent beyond what is told: the board as text, and what could be worked out, only while
  // somebody has them open.
  get wants() {
    return ["scene", this.text && "text", !this.folded && "aids", this.hidden && "hidden"].filter(Boolean);
  }

  // A line that is down says so when it is up again.
  want() {
    if (this.line?.open) this.line.ask({ do: "want", want: this.wants }).catch(() => {});
  }

  linked(up) {
    if (up === this.up) return;
    this.up = up;
    by("live").classList.toggle("off", !up);
    by("live").lastElementChild.textContent = up ? "Live" : "Offline";
    if (!up) return toast("You are offline. Your clock keeps running; the page reconnects by itself.", { seconds: 8, passing: true });
    relieve();
    this.build.again();
  }

  // Where a clock runs by the second, or the player wants it so, everything is shown as it comes.
  get hasty() {
    return Boolean(this.skipping || localStorage.getItem(this.hurry) || this.live || this.atOnce);
  }

  // Where this browser keeps that nothing shall wait at this table.
  get hurry() {
    return `hurry ${this.page.table}`;
  }

  // Until it is the player's turn everything is shown as it comes.
  skip() {
    if (this.mine || this.over) return;
    this.skipping = true;
    this.beats.all();
    this.pace();
  }

  // Who waits for bots that move one after another can skip to the own turn.
  pace() {
    if (this.mine || this.over) this.skipping = false;
    const waits = this.seated && !this.mine && !this.over && !this.left;
    if (by("skip")) by("skip").hidden = !waits || this.hasty || !this.info.seats.some((seat) => seat.kind === "bot");
  }

  // While an interlude is open nothing goes on; what it has told need not be told again.
  hold(still) {
    if (!still) this.prompt.forget();
    this.beats.hold(still);
  }

  hear(message) {
    if (message.is !== "update") return;
    // The server's database has lost what this page shows, or the seat is no longer this player's.
    if (message.anew) return location.reload();
    for (const line of message.chat) this.talk(line);
    this.beats.add(message);
  }

  follow(update, waited) {
    this.told(update.events.filter((event) => event.number > this.heard));
    this.take(update);
    this.interlude.follow();
    this.clocks(update, waited / 1000);
  }

  clocks({ now, position: { at } }, waited) {
    setClocks((now === undefined ? 0 : Math.max(0, now - at)) + waited);
  }

  told(events, loaded = false) {
    if (!events.length) return;
    const list = by("told");
    for (const event of events) {
      const words = event.sentences.join(" ");
      this.events.push(event);
      if (!words) continue;
      list.append(h("li", { "data-number": event.number }, words));
      if (loaded) continue;
      for (const fact of event.facts) sound(this.game.sound?.(fact));
      this.prompt.since.push(words);
    }
    this.heard = events.at(-1).number;
    list.scrollTop = list.scrollHeight;
    if (loaded) this.prompt.remind(this.own ? events.filter((event) => event.number > this.own.since) : []);
    else by("news").textContent = events.flatMap((event) => event.sentences).join(" ");
  }

  talk(line) {
    if (line.number <= this.said) return;
    this.said = line.number;
    showLine(by("chat"), line);
    if (!line.removes) this.tabs.count("Talk");
  }

  // -- what the page shows -----------------------------------------------------------------------

  // Keep what an update says; what it does not say again stays.
  read({ position, info, own: mine, scene, text, aids }) {
    const { interlude } = scene;
    Object.assign(this, { position, scene, own: mine, aids, info: info ?? this.info, card: scene.card ?? this.card });
    // An interlude is told once, then only by its number.
    if (!interlude) this.pause = null;
    else if (interlude.number !== this.pause?.number || interlude.title) this.pause = interlude;
    if (text !== undefined) by("text").firstElementChild.textContent = text;
    const seat = mine?.seat ?? null;
    // What is being built for the next turn goes on until something happens.
    if (this.preparing && (position.number !== this.data.number || mine?.choices)) this.preparing = null;
    const choices = mine?.choices ?? this.preparing;
    this.data = {
      table: this.page.table, status: this.info.status, seat, rematch: this.info.rematch, hidden: this.hidden, number: position.number,
      names: Object.fromEntries(this.card.chairs.map(({ name }, n) => [n + 1, name])),
      headline: scene.headline, detail: scene.detail, section: scene.section, choices: choices ?? null,
      turn: Boolean(mine?.choices) && position.to_move.includes(seat), ready: mine?.ready.length ?? 0, made: mine?.made, advised: scene.guide?.advised ?? null,
    };
  }

  take(update) {
    const before = { data: this.data, board: this.scene.board, stage: this.scene.stage, game: this.scene.game };
    // A message from before something was hidden, or shown again, says nothing about what is wanted now.
    if (!update.scene) return;
    this.read(update);
    if (this.data.status !== before.data.status) return location.reload();
    this.onwards();
    const { scene, data } = this;
    const still = same(scene.board, before.board) && same(scene.stage, before.stage) && same(scene.game, before.game);
    if (this.game.constructor !== this.played) this.game = this.choose();
    if (scene.board && !same(scene.board, before.board)) moveOn(this.board.svg, scene.board);
    this.fill();
    if (still && before.data.turn === data.turn && before.data.hidden === data.hidden && same(before.data.choices, data.choices)) this.onward();
    else this.changed(before.data);
    if (data.turn && before.data.ready && !data.ready && data.made === before.data.made) toast("Your moves kept ready did not fit and were dropped. It is your turn.");
    this.moved?.();
  }

  // What plays here now: bids, the game's own module, or its parts where its page failed.
  get played() {
    return this.scene.bidding ? Bid : this.scene.plain ? Parts : this.Game;
  }

  // Draw every place of the page whose data has changed.
  fill() {
    const { scene, info, card: known, position, own: mine, pause, data } = this;
    this.places.fill("plates", [info.seats, known, scene.plates, position.clocks, position.to_move], () => people.plates(this));
    this.places.fill("facts", scene.facts, () => people.facts(this));
    this.places.fill("offers", [info, known, data.seat, scene.decided], () => people.offers(this));
    this.places.fill("actions", [info, known, mine?.undo, mine?.begun], () => people.actions(this));
    if (this.places.fill("ready", [mine?.ready, mine?.built, mine?.foresees, info.seats, this.hidden, this.left], () => people.ready(this))) {
      this.drawKept();
      this.idle();
    }
    this.places.fill("interlude", [pause, this.over && [info, known]], () => card(this));
    if (this.places.fill("guide", [scene.guide, mine?.undo], () => guiding(this))) this.guide.settle();
    this.places.fill("steps", scene.guide, () => steps(this));
    if (scene.stage) this.places.fill("stage", scene.stage, () => this.game.stage(scene.stage));
    const drawn = this.game.panel && this.places.fill("panel", [scene.game, this.aids, this.mayAid, this.folded, this.over, data.names, this.events.length], () => this.game.panel());
    if (drawn) this.game.dress?.(document);
    if (drawn) this.notes.show();
  }

  // Once at a table, and where nobody has to look for it, that it may be ended here.
  decided() {
    const told = `decided ${this.page.table}`;
    if (!this.scene.decided || this.over || this.left || sessionStorage.getItem(told)) return;
    sessionStorage.setItem(told, "yes");
    toast(this.scene.decided, { seconds: 12, act: people.endHere(this) });
  }

  // Whoever asked for another game, or agreed to it, is taken there when it is set up.
  onwards() {
    if (this.wished && this.data.rematch) location.assign(`/table/${this.data.rematch}`);
  }

  // Something else happened at the table: what was begun on the board stays as it is.
  onward() {
    this.build.number = this.data.number;
    if (!this.turn) this.say();
    by("board").dataset.number = this.data.number;
    startClocks();
  }

  changed(was) {
    const held = document.activeElement;
    for (const over of this.board.svg?.querySelectorAll("[data-over]") ?? []) over.remove();
    // In a sealed phase others may move while you think: what you began stays if it still leads somewhere.
    this.arrive(was.turn && this.turn && same(was.choices, this.data.choices));
    if (document.activeElement !== held && held?.isConnected) held.focus({ preventScroll: true });
    if (this.data.turn && !was.turn) this.yourTurn();
  }

  arrive(keep = false) {
    if (this.over) this.prompt.forget();
    this.prompt.say(this.data.headline, this.data.detail);
    main.classList.toggle("waits", !this.mine);
    for (const id of ["prompt", "ready-fold"]) by(id)?.classList.toggle("mine", this.mine);
    by("hold").replaceChildren();
    document.title = `${this.mine ? "Your move · " : ""}${document.title.replace(/^Your move · /, "")}`;
    (this.mine ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {});
    this.idle();
    if (!keep) this.game.arrive();
    this.camera?.attach(this.board.svg, this.game.home?.(), this.game.room?.());
    startClocks();
    this.build.position(this.data.number, this.hidden ? null : this.data.choices);
    if (keep) this.game.resume?.();
    this.guide.draw();
    this.drawKept();
    this.board.mark();
    this.decided();
    this.pace();
    by("board").dataset.number = this.data.number;
  }

  // Who waits may build a move to be kept ready.
  idle() {
    if (!this.turn) this.acts(people.foresees(this) ? [{ label: "Keep a move ready", act: () => this.prepare() }] : []);
  }

  yourTurn() {
    sound("turn");
    if (document.documentElement.dataset.notify === "on" && document.hidden && window.Notification?.permission === "granted")
      new Notification("Your move", { body: this.data.headline, tag: this.page.table });
  }

  // The move under construction changed: the page says how far it is, and the module draws it.
  built() {
    settle();
    by("board").dataset.built = this.build.soFar.join(" ");
    this.game.draw();
  }

  // -- what modules use ------------------------------------------------------------------------

  say(headline, detail) {
    if (this.preparing) this.prompt.say(headline || "Your next move, to keep ready.", detail || "It is played if it fits when your turn comes.");
    else this.prompt.say(headline || this.data.headline, detail || this.data.detail);
    this.foretell();
  }

  // What the move under construction, or one that is pointed at, would do.
  foretell(found = this.build.now.consequence) {
    if (found) this.prompt.foretell(found);
  }

  // The button that ends a move: it is played, or kept ready.
  last(label) {
    return { label: this.preparing ? "Keep it ready" : label, go: true, off: !this.build.now.complete, act: () => this.commit() };
  }

  acts(found) {
    const acts = this.preparing ? [...found, { label: "Not now", act: () => this.prepared() }] : found;
    const box = by("acts");
    const held = [...box.children].indexOf(document.activeElement);
    const buttons = acts.map(({ label, go, risk, off, act }) => h("button", { class: `btn${go ? " go" : ""}${risk ? " risk" : ""}`, disabled: off, onclick: act }, label));
    box.replaceChildren(...buttons);
    // Who works with keys keeps a place when a button turns into another.
    if (held >= 0) (buttons[Math.min(held, buttons.length - 1)] ?? by("board")).focus({ preventScroll: true });
  }

  // One more button before the others, until these are drawn anew.
  offer({ label, act }) {
    by("acts").prepend(h("button", { class: "btn go", onclick: act }, label));
  }

  whisper(words) {
    by("cell").textContent = words;
  }

  // A command over the line; the page shows at once that it is on its way.
  async command(command) {
    main.dataset.asking = this.asking = (this.asking ?? 0) + 1;
    try {
      return await this.line.ask(command);
    } finally {
      if (!--this.asking) delete main.dataset.asking;
    }
  }

  async choices(parts) {
    return (await this.command({ do: "choices", so_far: parts, ready: Boolean(this.preparing) })).choices;
  }

  // -- a move that is kept ready ---------------------------------------------------------------

  // Build it on the board while the others think.
  async prepare() {
    await this.attempt(async () => {
      const number = this.data.number;
      const { choices } = await this.command({ do: "choices", so_far: [], ready: true });
      if (number !== this.data.number || this.data.turn) return;
      this.preparing = this.data.choices = choices;
      this.arrive();
      by("board").focus({ preventScroll: true });
    });
  }

  // It is kept, or was given up.
  prepared() {
    this.preparing = this.data.choices = null;
    this.arrive();
  }

  async keepBuilt(parts) {
    const { text } = await this.build.choices(parts);
    if (await this.keep([...this.own.ready, { text, when: "" }], "Kept ready.")) this.prepared();
  }

  // What is kept ready stands on the board as it would be.
  drawKept() {
    if (!this.game?.kept) return;
    const { svg } = this.board, over = svg && layer(svg, "ready");
    for (const each of document.querySelectorAll(".kept")) each.classList.remove("kept");
    if (this.data.turn || this.over || this.hidden) return;
    for (const parts of this.own?.built ?? []) this.game.kept(over, parts);
  }

  // After the server has the move it takes a moment until the page shows it.
  async play(move) {
    this.interlude.close();
    this.beats.all();
    this.prompt.since = [];
    const shown = new Promise((done) => (this.moved = done));
    await this.command({ do: "move", ...move });
    await Promise.race([shown, new Promise((done) => setTimeout(done, SOON))]);
  }

  async commit(move) {
    by("prompt").setAttribute("aria-busy", "true");
    try {
      await (this.preparing ? this.keepBuilt(move ?? this.build.soFar) : this.build.play(move));
    } catch (problem) {
      complain(problem);
    } finally {
      by("prompt").setAttribute("aria-busy", "false");
    }
  }

  type() {
    by("typed").classList.remove("tucked");
    by("move").focus();
  }

  async ask(title, words, yes) {
    const dialog = by("ask");
    by("ask-title").textContent = title;
    by("ask-words").textContent = words;
    by("ask-yes").textContent = yes;
    dialog.returnValue = "no";
    dialog.showModal();
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
    return dialog.returnValue === "yes";
  }

  // -- what the player does --------------------------------------------------------------------

  // Legal targets, shown when asked for.
  hint() {
    this.hints = !this.hints;
    document.querySelector("[data-tool=hints]").setAttribute("aria-pressed", String(this.hints));
    this.game.draw();
  }

  // Do something that may be refused, one thing at a time; whether it was done.
  async attempt(work) {
    if (this.doing) return false;
    this.doing = true;
    try {
      await work();
      return true;
    } catch (problem) {
      complain(problem);
      return false;
    } finally {
      this.doing = false;
    }
  }

  // Propose something, or answer what was proposed. `onward`: whoever wants another game is taken there.
  async act(command, onward = false) {
    this.wished ||= onward;
    if (await this.attempt(() => this.command(command))) this.onwards();
  }

  post(what) {
    return this.attempt(() => post(`/api/v1/tables/${this.page.table}/${what}`));
  }

  // What cannot be taken back is asked once more.
  async surely(what) {
    const [title, words, yes] = this.page.sure[what];
    if (await this.ask(title, words, yes)) await this.post(what);
  }

  // Keep moves ready in place of those that are; whether they were kept.
  async keep(moves, done) {
    const known = this.own.ready;
    const kept = await this.attempt(() => put(`/api/v1/tables/${this.page.table}/queue`, { moves, known }));
    if (kept) this.whisper(done);
    return kept;
  }
}

const page = JSON.parse(by("data").textContent);
new Table(page, await own(page.module));

// Browsers scroll a page that is loaded anew back to where it was, but this one gets its height only when it is drawn.
const scrolled = `scrolled ${page.table}`;
const type = performance.getEntriesByType("navigation")[0]?.type;
addEventListener("pagehide", () => sessionStorage.setItem(scrolled, scrollY));
if (type !== "navigate" && history.scrollRestoration === "auto") scrollTo(0, Number(sessionStorage.getItem(scrolled)));

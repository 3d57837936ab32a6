// The table page: keeps the pieces in step with the game and lets moves be built on the board.
import { post, send } from "./api.js";
import { startAdvice } from "./advice.js";
import { Beats } from "./beats.js";
import { Board } from "./board.js";
import { Build } from "./build.js";
import { Camera } from "./camera.js";
import { setClocks, startClocks } from "./clocks.js";
import { Bid } from "./bid.js";
import { edited, patched } from "./edits.js";
import { Guide } from "./guide.js";
import { Interlude } from "./interlude.js";
import { Line } from "./live.js";
import { Notes } from "./notes.js";
import Parts from "./parts.js";
import { Prompt } from "./prompt.js";
import { applyScene } from "./scene.js";
import { sound } from "./sound.js";
import { startDrawer } from "./drawer.js";
import { startTabs } from "./tabs.js";
import { complain, relieve, settle, toast } from "./toast.js";

// How long a move may take to show on the page after the server has it, in milliseconds.
const SOON = 3000;
const by = (id) => document.getElementById(id);
const main = by("main");

// The game's own module; a game that brings none, or one that does not load, is played by its parts.
async function own(address) {
  if (!address) return Parts;
  try {
    return (await import(address)).default;
  } catch (problem) {
    console.error(problem);
    return Parts;
  }
}

class Table {
  constructor(data, Game) {
    Object.assign(this, { data, Game });
    this.invite = main.dataset.invite;
    this.hidden = false;
    this.mark = main.dataset.form;
    // The pieces of the page as text, as the server knows them: what changes is told by their lines. None are known yet.
    this.regions = new Map();
    this.bare = true;
    this.text = false;
    this.aids = Boolean(document.querySelector("[data-aids][open]"));
    this.chat = Number(by("chat").lastElementChild?.dataset.number ?? 0);
    this.heard = this.data.number;
    this.prompt = new Prompt(this.data.table);
    this.build = new Build(this.data.table, () => this.built(), (move) => this.play(move));
    this.board = new Board(by("board"), this);
    this.notes = new Notes(this.data.table, this.data.marks, this.data.mark_words, () => this.game.draw());
    this.game = this.choose();
    this.guide = new Guide(this);
    this.controls();
    this.arrive();
    this.beats = new Beats((message, waited) => this.follow(message, waited), () => this.hasty);
    this.beats.skipOn(document.querySelector(".stage"));
    this.interlude = new Interlude(this.data.table, (still) => this.hold(still), () => ({
      seated: this.data.seat !== null, turn: this.data.turn, over: this.over, clock: main.dataset.clock === "live", once: document.documentElement.dataset.beats === "once",
    }));
    this.line = new Line(() => this.address(), (message) => this.hear(message), (up) => this.linked(up));
  }

  get turn() {
    return this.data.turn && !this.hidden;
  }

  get over() {
    return this.data.status === "over";
  }

  // What the game's module knows of the view; null while bids are made.
  get view() {
    return this.data.view;
  }

  choose() {
    if (!this.view) return new Bid(this);
    const game = new this.Game(this);
    const plays = this.data.seat !== null && !this.over;
    for (const tool of ["hints", "turn"]) document.querySelector(`[data-tool=${tool}]`).hidden = !plays;
    by("tools").hidden = !this.board.svg || !(plays || game.cell);
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
    const query = new URLSearchParams({ have: this.mark, since: this.heard, chat_since: this.chat });
    if (this.bare) query.set("bare", "true");
    if (this.hidden) query.set("hidden", "true");
    if (this.text) query.set("text", "true");
    if (this.aids) query.set("aids", "true");
    if (this.invite) query.set("invite", this.invite);
    const origin = location.origin.replace(/^http/, "ws");
    return `${origin}/table/${this.data.table}/line?${query}`;
  }

  linked(up) {
    if (by("live").classList.toggle("off", !up) === !up && up === this.up) return;
    by("live").lastElementChild.textContent = up ? "Live" : "The line dropped";
    if (up) {
      relieve();
      this.build.again();
    }
    if (!up && this.up !== false) toast("The line dropped. Your clock runs on the server; we try again every few seconds.", { seconds: 8, passing: true });
    this.up = up;
  }

  // Where a clock runs by the second, or the player wants it so, everything is shown as it comes.
  get hasty() {
    return main.dataset.clock === "live" || document.documentElement.dataset.beats === "once";
  }

  // While an interlude is open nothing goes on; what it has told need not be told again.
  hold(still) {
    if (!still) this.prompt.forget();
    this.beats.hold(still);
  }

  hear(message) {
    if (message.is !== "page") return;
    // The server's database has lost what this page shows, or the seat is no longer this player's.
    if (message.anew) return location.reload();
    for (const line of message.chat ?? []) this.talk(line);
    this.beats.add(message);
  }

  follow(message, waited) {
    const fresh = (message.events ?? []).filter((event) => event.number > this.heard);
    if (fresh.length) {
      this.heard = fresh.at(-1).number;
      this.told(fresh);
    }
    if (message.change?.to) this.take(message.change);
    this.interlude.follow();
    setClocks((message.late ?? 0) + waited / 1000);
  }

  told(events) {
    const list = by("told");
    for (const event of events) {
      const line = document.createElement("li");
      line.dataset.number = event.number;
      line.textContent = event.sentences.join(" ");
      list.append(line);
      for (const fact of event.facts) sound(this.game.sound?.(fact));
      this.prompt.since.push(event.sentences.join(" "));
    }
    list.scrollTop = list.scrollHeight;
    by("news").textContent = events.flatMap((event) => event.sentences).join(" ");
  }

  talk(line) {
    if (line.number <= this.chat) return;
    this.chat = line.number;
    if (line.removes) return this.unsay(line.removes);
    const row = document.createElement("li");
    row.dataset.number = line.number;
    const name = document.createElement("b");
    name.textContent = line.guest ? `${line.name} (guest)` : line.name;
    row.append(name, ` ${line.text}`);
    by("chat").append(row);
    by("chat").scrollTop = by("chat").scrollHeight;
    this.tabs.count("Talk");
  }

  // The host removed a line: its words go from the page too.
  unsay(number) {
    const row = by("chat").querySelector(`[data-number="${number}"]`);
    if (row) row.lastChild.textContent = " (removed by the host)";
  }

  // -- the pieces of the page ------------------------------------------------------------------

  // Go over to the next form of the page: from the one it has, or as a whole.
  take(change) {
    const whole = change.from === undefined;
    if (!whole && change.from !== this.mark) return this.line.restart();
    // A page that was just loaded shows this form already; only its clocks were set when it was made.
    const loaded = whole && this.bare && change.to === this.mark;
    const was = this.data;
    this.data = whole ? change.data : patched(was, change.data ?? []);
    this.mark = change.to;
    this.bare = false;
    if (this.data.status !== was.status) return location.reload();
    this.onwards();
    for (const [name, piece] of Object.entries(change.regions ?? {})) {
      if (piece === null) this.regions.delete(name);
      else this.region(name, typeof piece === "string" ? piece : edited(this.regions.get(name), piece), loaded && name !== "plates");
    }
    if (loaded) return;
    if (change.svg) by("stage").innerHTML = change.svg;
    const same = !change.svg && !change.scene && !change.regions?.stage && was.turn === this.data.turn && was.hidden === this.data.hidden && this.alike(was, "view") && this.alike(was, "choices");
    if (change.scene) applyScene(this.board.svg, change.scene);
    if (same) this.onward();
    else this.changed(was);
    if (this.data.turn && was.ready && !this.data.ready) toast("Your moves kept ready did not fit, so they were dropped. It is your turn.");
    this.moved?.();
  }

  // Whoever asked for another game, or agreed to it, is taken there when it is set up.
  onwards() {
    if (this.wished && this.data.rematch) location.assign(`/table/${this.data.rematch}`);
  }

  alike(was, name) {
    return JSON.stringify(was[name]) === JSON.stringify(this.data[name]);
  }

  region(name, html, there) {
    if (this.regions.get(name) === html) return;
    this.regions.set(name, html);
    if (!there) this.swap(name, html);
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
    if (this.game instanceof Bid && this.view) this.game = this.choose();
    // In a sealed phase others may move while you think: what you began stays if it still leads somewhere.
    this.arrive(was.turn && this.turn && this.alike(was, "choices"));
    if (document.activeElement !== held && held?.isConnected) held.focus({ preventScroll: true });
    if (this.data.turn && !was.turn) this.yourTurn();
  }

  swap(name, html) {
    const place = by(name);
    const open = [...place.querySelectorAll("details[open]")].map((each) => each.id);
    const typed = [...place.querySelectorAll("input[id], select[id]")].map((each) => [each.id, each.value]);
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    place.innerHTML = html;
    for (const id of open) by(id)?.setAttribute("open", "");
    for (const [id, value] of typed) if (by(id)) by(id).value = value;
    // Who works with keys keeps a place when what had the focus is gone.
    if (held) ((held.id && by(held.id)) || place.querySelector("summary, button") || by("board")).focus({ preventScroll: true });
  }

  arrive(keep = false) {
    if (this.over) this.prompt.forget();
    this.prompt.say(this.data.headline, this.data.detail);
    main.classList.toggle("waits", !this.turn);
    for (const id of ["prompt", "ready-fold"]) by(id)?.classList.toggle("mine", this.turn);
    by("hold").replaceChildren();
    document.title = `${this.turn ? "Your move · " : ""}${document.title.replace(/^Your move · /, "")}`;
    (this.turn ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {});
    if (!this.turn) this.acts([]);
    if (!keep) this.game.arrive();
    this.camera?.attach(this.board.svg, this.game.home?.());
    this.game.dress?.(document);
    this.notes.show();
    startClocks();
    this.build.position(this.data.number, this.hidden ? null : this.data.choices);
    if (keep) this.game.resume?.();
    this.guide.draw();
    this.board.mark();
    by("board").dataset.number = this.data.number;
    const number = by("typed")?.elements.number;
    if (number) number.value = this.data.number;
  }

  yourTurn() {
    sound("turn");
    if (document.documentElement.dataset.notify === "on" && document.hidden && window.Notification?.permission === "granted")
      new Notification("Your move", { body: this.data.headline, tag: this.data.table });
  }

  // The move under construction changed: the page says how far it is, and the module draws it.
  built() {
    settle();
    by("board").dataset.built = this.build.soFar.join(" ");
    this.game.draw();
  }

  // -- what modules use ------------------------------------------------------------------------

  say(headline, detail) {
    this.prompt.say(headline || this.data.headline, detail || this.data.detail);
    this.foretell();
  }

  // What the move under construction, or one that is pointed at, would do.
  foretell(found = this.build.now.consequence) {
    if (found) this.prompt.foretell(found);
  }

  acts(acts) {
    const box = by("acts");
    const held = [...box.children].indexOf(document.activeElement);
    const buttons = acts.map(({ label, go, risk, off, act }) => {
      const button = document.createElement("button");
      button.className = `btn${go ? " go" : ""}${risk ? " risk" : ""}`;
      button.textContent = label;
      button.disabled = Boolean(off);
      button.addEventListener("click", act);
      return button;
    });
    box.replaceChildren(...buttons);
    // Who works with keys keeps a place when a button turns into another.
    if (held >= 0) (buttons[Math.min(held, buttons.length - 1)] ?? by("board")).focus({ preventScroll: true });
  }

  whisper(words) {
    by("cell").textContent = words;
  }

  // A move over the line, or by itself while there is none; then it takes a moment until the page shows it.
  async play(move) {
    this.interlude.close();
    this.beats.all();
    this.prompt.since = [];
    const shown = new Promise((done) => (this.moved = done));
    if (this.line.open) await this.line.ask({ do: "move", ...move });
    else await post(`/api/v1/tables/${this.data.table}/moves`, move);
    await Promise.race([shown, new Promise((done) => setTimeout(done, SOON))]);
  }

  async commit(move) {
    by("prompt").setAttribute("aria-busy", "true");
    try {
      await this.build.play(move);
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

  // -- everything else that can be clicked -----------------------------------------------------

  controls() {
    this.tabs = startTabs(by("tabs"), document.querySelectorAll("[data-tab]"), (name) => this.opened(name));
    // However its room changes, what happened last is in sight.
    new ResizeObserver(() => (by("told").scrollTop = by("told").scrollHeight)).observe(by("told"));
    by("typed")?.classList.add("tucked");
    by("typed")?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = by("move").value.trim();
      if (!text) return;
      await this.commit(text);
      by("move").value = "";
      by("typed").classList.add("tucked");
      by("board").focus();
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, textarea, select")) {
        if (event.key === "Escape" && event.target === by("move")) by("typed").classList.add("tucked"), by("board").focus();
      } else if (event.key === "/" && by("typed") && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.type();
      }
    });
    by("say")?.addEventListener("submit", (event) => this.speak(event));
    by("hide")?.addEventListener("click", () => this.hide());
    startDrawer(by("rules"), by("drawer"), by("drawer-text"), () => ({ section: this.data.section, words: by("headline").textContent }));
    by("more").hidden = false;
    by("more").addEventListener("click", () => {
      by("more").setAttribute("aria-pressed", String(document.body.classList.toggle("rail-open")));
    });
    by("tools").addEventListener("click", (event) => this.tool(event.target.closest("[data-tool]")?.dataset.tool));
    // The fold-out takes room from what happened last, which is what one looks at to fill it in.
    by("panel")?.addEventListener("toggle", ({ target }) => "aids" in target.dataset && this.unfold(target.open), true);
    by("ready").addEventListener("toggle", () => (by("told").scrollTop = by("told").scrollHeight), true);
    main.addEventListener("submit", (event) => this.act(event));
    startAdvice(main, this);
  }

  tool(name) {
    if (name === "hints") this.hint();
    if (name === "turn") this.game.turn?.(1);
    if (name === "in") this.camera.zoom(1.3);
    if (name === "out") this.camera.zoom(1 / 1.3);
    if (name === "fit") this.camera.fit("all");
  }

  // Legal targets, shown when asked for.
  hint() {
    this.hints = !this.hints;
    document.querySelector("[data-tool=hints]").setAttribute("aria-pressed", String(this.hints));
    this.game.draw();
  }

  async speak(event) {
    event.preventDefault();
    const text = by("line").value.trim();
    if (!text) return;
    try {
      this.talk(await post(`/api/v1/tables/${this.data.table}/chat`, { text, ...(this.invite ? { invite: this.invite } : {}) }));
      by("line").value = "";
    } catch (problem) {
      complain(problem);
    }
  }

  hide() {
    this.interlude.close(); // what it keeps back must not keep secrets on the screen
    this.hidden = !this.hidden;
    by("hide").setAttribute("aria-pressed", String(this.hidden));
    by("hide").setAttribute("aria-label", this.hidden ? "Show my secrets" : "Hide my secrets");
    main.classList.toggle("hiding", this.hidden);
    this.show();
  }

  // The board as text is only sent to pages where somebody has opened it.
  opened(name) {
    if (name !== "Text" || this.text) return;
    this.text = true;
    this.show();
  }

  // What could be worked out is only worked out for pages where somebody looks at it.
  unfold(aids) {
    if (aids === this.aids) return;
    this.aids = aids;
    this.show();
  }

  // Tell the server what this page shows; a line that is down says so when it is up again.
  show() {
    if (this.line?.open) this.line.ask({ do: "show", hidden: this.hidden, text: this.text, aids: this.aids }).catch(() => {});
  }

  // Every form at the table works by itself; here the page stays where it is.
  async act(event) {
    const form = event.target;
    if (!("action" in form.dataset)) return;
    event.preventDefault();
    if (this.doing) return;
    this.doing = true;
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    fields.set("csrf", main.dataset.csrf);
    const { ask, words, yes, done } = form.dataset;
    try {
      if (ask && !(await this.ask(ask, words, yes))) return;
      if (ask) fields.set("sure", "yes");
      this.wished ||= fields.get("kind") === "rematch" && fields.get("accept") !== "no";
      await send(form.action, fields);
      this.onwards();
      form.reset();
      if (done) this.whisper(done);
    } catch (problem) {
      complain(problem);
    } finally {
      this.doing = false;
    }
  }
}

const data = JSON.parse(by("data").textContent);
new Table(data, await own(data.module));

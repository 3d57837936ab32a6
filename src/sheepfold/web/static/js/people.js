// The people at a table, drawn from data: plates, offers and their answers, what a player can do beside moving, moves
// kept ready. Each function gives the nodes of one place; `table` is the page's Table.
import { face } from "./clocks.js";
import { h, seatNumber, sr } from "./dom.js";
import { icon } from "./draw.js";

// Letters of a name from which on it needs the room above the clock.
const LONG = 9;
// Below so many seconds a clock is called low.
const LOW = { live: 30, days: 86400 };

// -- plates --------------------------------------------------------------------------------------

export function plates(table) {
  return table.info.seats.map((seat, n) => plate(table, seat, table.card.chairs[n], table.scene.plates[n]));
}

// One player: an ear tag with name, role, clock or points; yellow for whom the game waits.
function plate(table, { seat, kind, left }, chair, [role, score]) {
  const clock = table.position.clocks.find((each) => each.seat === seat && each.left !== null);
  const limit = LOW[table.info.terms.clock.kind] ?? 0;
  const low = clock && clock.left < limit;
  const turn = table.position.to_move.includes(seat);
  const head = table.page.heads[role];
  return h("li", { class: ["plate", turn && "turn", low && "low", left && "gone", clock && chair.plate.length > LONG && "long"].filter(Boolean).join(" "), "data-seat": seat },
    head ? icon(head) : seatNumber(seat),
    h("b", {}, h("bdi", {}, chair.plate)),
    h("small", {}, beside(seat === table.data.seat, kind, left, role, chair.level ?? 0), turn && sr(", to move")),
    clock && h("time", { "data-left": clock.left, "data-running": clock.running ? 1 : 0, "data-low": limit }, face(clock.left)),
    clock && low && sr("low"),
    !clock && score && h("span", { class: "score", title: "points" }, score));
}

// What stands below a name: the role, and who or what plays it.
function beside(you, kind, left, role, level) {
  const parted = (...what) => (role ? [role, " · ", ...what] : what);
  if (you) return parted(left ? "you, away" : "you");
  if (kind === "bot") return level ? parted(h("span", { class: "wide" }, "bot, "), `level ${level}`) : parted("bot");
  const away = left ? " · away" : "";
  if (kind === "guest") return parted(`guest${away}`);
  return role ? `${role}${away}` : `player${away}`;
}

export const facts = (table) => table.scene.facts?.map(([word, value]) => [h("span", {}, `${word} `, h("b", {}, value)), "\n"]) ?? [];

// -- offers --------------------------------------------------------------------------------------

// The people beside the viewer; whom an offer needs are those of them who have not left.
const others = (table) => table.info.seats.filter((seat) => seat.user !== null && seat.seat !== table.data.seat);
const voters = (table) => others(table).filter((seat) => !seat.left);
const button = (label, kind, act) => h("button", { class: `btn small ${kind}`.trim(), onclick: act }, label);
const strip = (label, calm, ...inside) => h("div", { class: `offer${calm ? " calm" : ""}`, role: "group", "aria-label": label }, inside);

// What is proposed, and the answers that are yours to give; seats that were left, and the way back to one's own.
export function offers(table) {
  const { info, data } = table;
  const found = [];
  if (table.left) found.push(strip("Your seat", false, h("span", {}, h("b", {}, "You have left."), " The seat is yours as long as no bot has taken over."), button("Come back", "go", () => table.post("sit"))));
  if (table.scene.decided && !table.over && !table.left && !info.offers.some((offer) => offer.kind === "end")) found.push(decided(table));
  for (const offer of info.offers) if (offer.kind !== "rematch") found.push(offered(table, offer));
  if (!info.offers.some((offer) => offer.kind === "takeover")) for (const seat of deserted(table)) found.push(takeover(table, seat));
  if (info.rematch && !table.seated) found.push(h("div", { class: "offer" }, h("span", {}, "The next game is set up."), h("a", { class: "btn small go", href: `/table/${info.rematch}` }, "Go there")));
  return found;
}

function offered(table, { kind, by, about, bot, waiting_for: waiting }) {
  const names = table.data.names;
  const what = {
    draw: "a draw", undo: "taking the last move back", end: "ending the game here, as it is decided",
    takeover: `that the bot ${title(table, bot)} plays on for ${names[about] ?? "who left"}`,
  }[kind];
  const [own, mine] = [by === table.data.seat, waiting.includes(table.data.seat)];
  const answer = (label, style, accept) => button(label, style, () => table.act({ do: "answer", kind, accept }));
  return strip("Offer", !mine,
    h("span", {}, h("b", {}, own ? "You" : names[by] ?? "Somebody"), ` ${own ? "propose" : "proposes"} ${what}.`),
    mine && [answer("Accept", "go", true), answer("Decline", "", false)],
    own && answer("Withdraw", "", false));
}

// Whoever likes plays a decided game to its end all the same.
export const endHere = (table) => button("End it here", "go", () => table.act({ do: "offer", kind: "end" }));
const decided = (table) => strip("Decided", true, h("span", {}, table.scene.decided), endHere(table));

const title = (table, bot) => table.page.bots.find(([name]) => name === bot)?.[1] ?? bot;

// Seats for which the viewer could propose a bot.
const deserted = (table) => (!table.seated || table.over || table.left || !table.page.bots.length ? [] : others(table).filter((seat) => seat.left));

function takeover(table, { seat }) {
  const [name, others] = [table.data.names[seat], voters(table).length > 0];
  const select = h("select", { id: `bot-${seat}` }, table.page.bots.map(([bot, called]) => h("option", { value: bot }, called)));
  return strip("A seat that was left", true,
    h("span", {}, h("b", {}, name), ` has left. A bot can play on${others ? " if all agree" : ""}${table.info.rated ? "; the game would count for the ladder no more" : ""}.`),
    h("label", { class: "sr", for: `bot-${seat}` }, `Bot for ${name}`), select,
    button(others ? "Propose it" : "Let it play", "", () => table.act({ do: "offer", kind: "takeover", about: seat, bot: select.value })));
}

// -- what a player can do beside moving ------------------------------------------------------------

export function actions(table) {
  const { data, info, own } = table;
  const replay = h("a", { class: "btn", href: `/replay/${data.table}` }, "Replay");
  const why = table.card.why && h("button", { class: "btn small", "data-why": true }, "Why?");
  if (table.over) return !table.seated ? [replay] : [another(table), info.terms.deal > 0 && h("a", { class: "btn", href: "/deals" }, "See how the others did"), why, replay];
  if (!table.seated || table.left) return [];
  const offer = (label, kind) => button(label, "", () => table.act({ do: "offer", kind }));
  const sure = (what, label, style) => button(label, style, () => table.surely(what));
  return [
    own.undo && offer("Take back", "undo"),
    own.begun && voters(table).length > 0 && offer("Draw?", "draw"),
    table.card.adviser && h("button", { class: "btn small", "data-advice": table.card.adviser }, "Advice"),
    why,
    others(table).length > 0 && sure("leave", "Leave…", ""),
    own.begun ? sure("resign", "Give up…", "risk") : sure("abort", "Call off…", "risk"),
  ];
}

// The one way to another game: who proposes it, agrees, refuses or changes their mind does so here.
function another(table) {
  const { info, data } = table;
  const go = (label, href) => h("a", { class: "btn go", href }, label);
  if (info.rematch) return go("To the next game", `/table/${info.rematch}`);
  if (info.terms.practice) return go("Try once more", info.terms.practice.table ? `/replay/${info.terms.practice.table}/${info.terms.practice.move}` : "/practice");
  if (table.page.steps) return go("Now a whole game", `/new?game=${table.page.game}&company=bot`);
  if (info.seats.some((seat) => seat.left)) return go("New table", `/new?game=${table.page.game}`);
  const offer = info.offers.find((each) => each.kind === "rematch");
  const wish = (label, command) => h("button", { class: "btn go", onclick: () => table.act({ kind: "rematch", ...command }, true) }, label);
  const refuse = (label) => h("button", { class: "btn", onclick: () => table.act({ do: "answer", kind: "rematch", accept: false }) }, label);
  const said = (words) => h("span", { class: "quiet" }, words);
  if (!offer) return wish("Another game", { do: "offer" });
  if (offer.waiting_for.includes(data.seat)) return [said(`${data.names[offer.by] ?? "Somebody"} proposes another game.`), wish("Play again", { do: "answer", accept: true }), refuse("No, thanks")];
  return [said(offer.by === data.seat ? "You have proposed another game." : "You have agreed to another game."), refuse("Withdraw")];
}

// -- moves kept ready ------------------------------------------------------------------------------

// Only who waits for people, and does not hide secrets, has a use for them. Nobody else sees them.
const mayKeep = (table) => table.seated && others(table).length > 0 && !table.over && !table.left && !table.hidden;

// Whether one can be built on the board now.
export const foresees = (table) => mayKeep(table) && table.own.foresees;

export function ready(table) {
  const { own } = table;
  if (!mayKeep(table)) return [];
  const kept = own.ready;
  const [move, when] = ["ready-move", "ready-when"].map((id) => h("input", { id, maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: id === "ready-move", "aria-describedby": id === "ready-when" ? "ready-words" : null }));
  const why = kept.length ? "No other can be built at the table now: it depends on what these bring." : "None can be built at the table now: you do not know yet what you will move with.";
  const keep = async (event) => {
    event.preventDefault();
    if (!(await table.keep([...kept, { text: move.value.trim(), when: when.value.trim() }], "Kept ready."))) return;
    // The place may have been drawn anew meanwhile, with what was typed there.
    for (const id of ["ready-move", "ready-when"]) document.getElementById(id).value = "";
  };
  const drop = (text, n) => h("button", { class: "icon", "aria-label": `Drop ${text}`, title: "Drop it", onclick: () => table.keep(kept.filter((_, each) => each !== n), "Dropped.") }, "×");
  return [h("details", { class: `panel${table.turn ? " mine" : ""}`, id: "ready-fold" },
    h("summary", {}, h("span", { class: "display" }, "Moves kept ready"), " ", h("small", {}, kept.length || "none")),
    h("p", { class: "quiet" }, "When your turn comes the first is played if it fits; if not, all are dropped. Only you see them. ", h("a", { href: `/rules/${table.page.game}#notation`, target: "_blank" }, "How moves are written")),
    h("p", { class: "quiet now" }, "It is your turn now: moves can be kept ready while the others think."),
    h("div", { class: "later" }, own.foresees ? button(kept.length ? "Build another at the table" : "Build one at the table", "", () => table.prepare()) : h("p", { class: "quiet" }, why), h("form", { onsubmit: keep },
      h("div", { class: "keep" }, h("label", { for: "ready-move" }, own.foresees ? "Or type it" : "Move"), h("label", { for: "ready-when" }, "If told ", h("span", { class: "quiet" }, "(may stay empty)")), move, when, h("button", { class: "btn small" }, "Keep")),
      h("p", { class: "quiet", id: "ready-words" }, "If told: the move is played only if all these words stand in what happened before your turn."))),
    kept.length > 0 && h("ol", {}, kept.map((each, n) => h("li", {}, h("span", {}, h("code", {}, each.text), each.when && h("small", {}, ` if told: ${each.when}`)), drop(each.text, n)))),
    kept.length > 1 && button(`Drop all ${kept.length}`, "", () => table.keep([], "All dropped.")))];
}

// What can be clicked and typed beside the board: tabs, the move as text, talk, tools of the map, help, hidden secrets.
// `table` is the page's Table.
import { startAdvice } from "./advice.js";
import { freshKey } from "./api.js";
import { startDrawer } from "./drawer.js";
import { startTabs } from "./tabs.js";

const by = (id) => document.getElementById(id);
const main = by("main");

export function startControls(table) {
  const tabs = startTabs(by("tabs"), document.querySelectorAll("[data-tab]"), (name) => opened(table, name));
  const lastInSight = () => (by("told").scrollTop = by("told").scrollHeight);
  // However its room changes, what happened last is in sight.
  new ResizeObserver(lastInSight).observe(by("told"));
  by("typed")?.addEventListener("submit", (event) => typed(table, event));
  document.addEventListener("keydown", (event) => key(table, event));
  by("say")?.addEventListener("submit", (event) => speak(table, event));
  startHurry(table);
  by("hide")?.addEventListener("click", () => hide(table));
  startDrawer(by("rules"), by("drawer"), by("drawer-text"), () => ({ section: table.data.section, words: by("headline").textContent }));
  by("more").hidden = false;
  by("more").addEventListener("click", () => {
    by("more").setAttribute("aria-pressed", String(document.body.classList.toggle("rail-open")));
  });
  by("tools").addEventListener("click", (event) => tool(table, event.target.closest("[data-tool]")?.dataset.tool));
  // The fold-out takes room from what happened last, which is what one looks at to fill it in.
  by("panel")?.addEventListener("toggle", ({ target }) => "aids" in target.dataset && unfold(table, target.open), true);
  by("ready").addEventListener("toggle", lastInSight, true);
  startAdvice(main, table);
  return tabs;
}

// A move as text.
async function typed(table, event) {
  event.preventDefault();
  const text = by("move").value.trim();
  if (!text) return;
  await table.commit(text);
  by("move").value = "";
  by("typed").classList.add("tucked");
  by("board").focus();
}

function key(table, event) {
  const chord = event.ctrlKey || event.metaKey;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape" && event.target === by("move")) by("typed").classList.add("tucked"), by("board").focus();
  } else if (event.key === "/" && by("typed") && !chord) {
    event.preventDefault();
    table.type();
  } else if (event.key.toLowerCase() === "s" && !chord && !event.altKey) table.skip();
}

// Whether bots' moves are shown all at once at this table.
function startHurry(table) {
  const hurry = by("hurry");
  if (!hurry) return;
  hurry.checked = Boolean(localStorage.getItem(table.hurry));
  hurry.addEventListener("change", () => {
    if (hurry.checked) localStorage.setItem(table.hurry, "yes");
    else localStorage.removeItem(table.hurry);
    table.beats.next();
    table.pace();
  });
}

function tool(table, name) {
  if (name === "hints") table.hint();
  if (name === "turn") table.game.turn?.(1);
  if (name === "in") table.camera.zoom(1.3);
  if (name === "out") table.camera.zoom(1 / 1.3);
  if (name === "fit") table.camera.fit("all");
}

async function speak(table, event) {
  event.preventDefault();
  const text = by("line").value.trim();
  if (!text) return;
  const invite = table.page.invite ? { invite: table.page.invite } : {};
  if (await table.attempt(() => table.command({ do: "say", text, key: freshKey(), ...invite }))) by("line").value = "";
}

function hide(table) {
  table.interlude.close(); // what it keeps back must not keep secrets on the screen
  table.hidden = !table.hidden;
  by("hide").setAttribute("aria-pressed", String(table.hidden));
  by("hide").setAttribute("aria-label", table.hidden ? "Show my secrets" : "Hide my secrets");
  main.classList.toggle("hiding", table.hidden);
  table.want();
}

// The board as text is only sent to pages where somebody has opened it.
function opened(table, name) {
  if (name !== "Text" || table.text) return;
  table.text = true;
  table.want();
}

// What could be worked out is only worked out for pages where somebody looks at it.
function unfold(table, open) {
  if (open !== table.folded) return;
  table.folded = !open;
  table.want();
}

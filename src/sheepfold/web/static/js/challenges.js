// Somebody with an account is told on any page that others want to play with them, each time once.
import { get } from "./api.js";
import { h } from "./dom.js";
import { Line } from "./live.js";
import { toast } from "./toast.js";

const TOLD = "challenges-told";
const root = document.documentElement;

const told = () => (sessionStorage.getItem(TOLD) ?? "").split(" ");
const notifies = () => root.dataset.notify === "on";

async function look() {
  const known = told();
  const found = await get("/api/v1/me/challenges");
  for (const { table, title, by } of found.filter((each) => !known.includes(each.table))) {
    const words = `${by} wants to play ${title} with you.`;
    const path = `/table/${table}`;
    if (location.pathname !== path) toast(words, { seconds: 30, act: h("a", { class: "btn small", href: path }, "Look") });
    if (notifies() && document.hidden && window.Notification?.permission === "granted") new Notification("Sheepfold", { body: words, tag: table });
  }
  sessionStorage.setItem(TOLD, found.map((each) => each.table).join(" "));
}

const again = () => look().catch(() => {});
const address = `${location.origin.replace(/^http/, "ws")}/api/v1/me/socket?challenges=true`;
// The line brings what comes from now on; what came before, or while it was down, is asked for when it is opened.
const line = new Line(() => (again(), address), again, () => {});
// A page that nobody looks at needs no line, unless it may tell all the same.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) line.reopen();
  else if (!notifies()) line.close();
});

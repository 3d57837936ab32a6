// Somebody with an account is told on any page that others want to play with them, each time once.
import { get } from "./api.js";
import { toast } from "./toast.js";

const EVERY = 20_000;
const TOLD = "challenges-told";
const root = document.documentElement;

const told = () => (sessionStorage.getItem(TOLD) ?? "").split(" ");

async function look() {
  if (document.hidden && root.dataset.notify !== "on") return;
  const known = told();
  const found = await get("/api/v1/me/challenges");
  for (const { table, title, by } of found.filter((each) => !known.includes(each.table))) {
    const words = `${by} wants to play ${title} with you.`;
    if (location.pathname !== `/table/${table}`) {
      const link = document.createElement("a");
      link.className = "btn small";
      link.href = `/table/${table}`;
      link.textContent = "Look";
      const note = toast(words, { seconds: 30 });
      note.insertBefore(link, note.lastChild);
    }
    if (root.dataset.notify === "on" && document.hidden && window.Notification?.permission === "granted")
      new Notification("Sheepfold", { body: words, tag: table });
  }
  sessionStorage.setItem(TOLD, found.map((each) => each.table).join(" "));
}

const again = () => look().catch(() => {});
setInterval(again, EVERY);
document.addEventListener("visibilitychange", again);
again();

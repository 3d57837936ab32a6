// The front page: tables that open or fill up appear and go while it is looked at.

const EVERY = 10_000;
const list = document.getElementById("open-tables");
let last = list.innerHTML;

async function refresh() {
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch("/open", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = await answer.text();
  if (now !== last) list.innerHTML = last = now;
}

const again = () => refresh().catch(() => {});
setInterval(again, EVERY);
document.addEventListener("visibilitychange", again);

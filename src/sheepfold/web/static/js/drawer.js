// Help for what is on the screen now: the rules in a drawer that leaves the table where it is, opened where they speak of
// what is to be done. Without it the link opens a page of its own. `now` tells the section, and what the prompt says.
export function startDrawer(link, dialog, text, now) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      if (!text.childElementCount) await fill(link.href, text);
      const { section, words } = now();
      dialog.querySelector("b").textContent = words;
      dialog.showModal();
      document.getElementById(`rules-${section}`)?.scrollIntoView({ block: "start" });
    } catch {
      window.open(link.href, "_blank");
    }
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

async function fill(address, text) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const known = new Set([...document.querySelectorAll("link[rel=stylesheet]")].map((each) => each.href));
  for (const style of page.querySelectorAll("link[rel=stylesheet]")) if (!known.has(style.href)) document.head.append(document.importNode(style));
  for (const each of page.querySelectorAll("main [id]")) each.id = `rules-${each.id}`;
  for (const each of page.querySelectorAll("main a[href^='#']")) each.setAttribute("href", `#rules-${each.getAttribute("href").slice(1)}`);
  text.append(...document.importNode(page.querySelector("main"), true).childNodes);
}

// What a strong bot would do: asked for by a link that also works by itself, shown on the board until the position changes.
import { get } from "./api.js";
import { complain } from "./toast.js";

export function startAdvice(main, table) {
  main.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-advice]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-busy") === "true") return;
    link.setAttribute("aria-busy", "true");
    try {
      const { number, move, parts, words } = await get(`/api/v1/tables/${table.data.table}/advice`);
      if (number !== table.data.number) return;
      if (document.body.classList.contains("rail-open")) document.getElementById("more").click(); // it covers the prompt
      table.guide.advise(number, parts);
      table.say(`${link.dataset.advice} would play ${move}.`, `“${words}”`);
    } catch (problem) {
      complain(problem);
    } finally {
      link.setAttribute("aria-busy", "false");
    }
  });
}

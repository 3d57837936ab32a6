// What a strong bot would do, shown on the board until the position changes; and why a bot made its last move.
import { get } from "./api.js";
import { complain } from "./toast.js";

export function startAdvice(main, table) {
  const ask = async (button, work) => {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await work();
      if (document.body.classList.contains("rail-open")) document.getElementById("more").click(); // it covers the prompt
    } catch (problem) {
      complain(problem);
    } finally {
      button.setAttribute("aria-busy", "false");
    }
  };
  const advise = async (who) => {
    const { number, move, parts, words } = await get(`/api/v1/tables/${table.data.table}/advice`);
    if (number !== table.data.number) return;
    table.guide.advise(number, parts);
    table.say(`${who} would do this.`, `“${words}”`);
    table.offer({ label: "Play it", act: () => table.commit(move) });
  };
  const explain = async () => {
    const invite = table.page.invite ? `?invite=${encodeURIComponent(table.page.invite)}` : "";
    const { seat, words } = await get(`/api/v1/tables/${table.data.table}/why${invite}`);
    table.interlude.close(); // the board that it speaks of
    table.prompt.say(`Why ${table.data.names[seat]} did that.`, `“${words}”`);
  };
  main.addEventListener("click", ({ target }) => {
    const [advice, why] = [target.closest("[data-advice]"), target.closest("[data-why]")];
    if (advice) ask(advice, () => advise(advice.dataset.advice));
    if (why) ask(why, explain);
  });
}

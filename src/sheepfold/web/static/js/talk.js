// Lines of talk in their list: at a table, and where several look at a replay together.
import { h } from "./dom.js";

// A line that the host removed keeps its name; what removes it is no line of its own.
export function showLine(list, { number, name, guest, text, removes }) {
  if (removes) {
    const row = list.querySelector(`[data-number="${removes}"]`);
    if (row) row.lastChild.textContent = " (removed by the host)";
    return;
  }
  list.append(h("li", { "data-number": number }, h("b", {}, h("bdi", {}, name), guest && " (guest)"), ` ${text}`));
  list.scrollTop = list.scrollHeight;
}

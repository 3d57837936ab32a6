// Tabs over the panels of the rail; a panel that is not chosen is away.
import { h } from "./dom.js";

// As in layout.css.
const WIDE = "(min-width: 821px) and (min-height: 540px), (min-width: 780px) and (min-height: 540px) and (orientation: landscape)";

// `opened` hears the name of a tab when it is chosen.
export function startTabs(list, panels, opened) {
  const tabs = [...panels].map((panel, n) => {
    panel.id ||= `tab-${n}`;
    const name = panel.dataset.tab;
    const button = h("button", { role: "tab", "aria-controls": panel.id, "data-for": panel.id, "data-name": name, onclick: () => choose(n) }, name);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-label", name);
    list.append(button);
    return button;
  });
  const wide = matchMedia(WIDE);
  let now = 0;
  const choose = (n, focus = true) => {
    now = n;
    tabs.forEach((tab, each) => {
      const chosen = each === n;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panels[each].classList.toggle("away", !chosen && !(wide.matches && panels[each].id === "panel"));
    });
    tabs[n].textContent = tabs[n].dataset.name;
    const scrolls = panels[n].querySelector(".scrolls");
    if (scrolls) scrolls.scrollTop = scrolls.scrollHeight;
    if (focus) tabs[n].focus({ preventScroll: true });
    opened(tabs[n].dataset.name);
  };
  // Where there is room for the game's own panel it always stands there: the tab beside it is the next one.
  const first = () => choose(wide.matches && panels[now].id === "panel" ? now + 1 : now, false);
  wide.addEventListener("change", first);
  first();
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose((now + step + tabs.length) % tabs.length);
  });
  return {
    // Something came in behind a tab that is not open: count it there.
    count(name) {
      const tab = tabs.find((each) => each.dataset.name === name);
      if (!tab || tabs.indexOf(tab) === now) return;
      const before = Number(tab.textContent.split(" · ")[1] ?? 0);
      tab.textContent = `${name} · ${before + 1}`;
    },
  };
}

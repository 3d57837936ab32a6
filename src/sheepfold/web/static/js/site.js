// What every page does: menus that close, settings that apply at once, buttons that fire once.
import { toast } from "./toast.js";

const root = document.documentElement;

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
}
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// "?" is help for what is on the screen: whatever says that it is, or the rules.
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog[open]")) return;
  event.preventDefault();
  document.querySelector("[data-help]").click();
});

function apply(form) {
  const chosen = Object.fromEntries(new FormData(form));
  if (chosen.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen.theme;
  for (const name of ["motion", "beats", "sound", "notify"]) root.dataset[name] = chosen[name];
  if (chosen.notify === "on" && "Notification" in window && Notification.permission === "default") Notification.requestPermission();
}
for (const form of document.querySelectorAll("form[data-preferences]")) {
  form.addEventListener("change", async () => {
    apply(form);
    const kept = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" }).catch(() => null);
    if (!kept) toast("You are offline, so this setting was not kept.", { bad: true });
  });
}

// A double click sends a form once; coming back by the back button frees it again.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method === "dialog") return;
  if (event.target.dataset.sent) event.preventDefault();
  else event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      toast(button.dataset.copied);
    } catch {
      toast("Copy the marked text with your keyboard.");
    }
  });
}

// On a phone the list of contents waits until it is asked for.
if (matchMedia("(max-width: 820px)").matches) for (const list of document.querySelectorAll("details.contents")) list.open = false;

// Settings: whether this browser tells you of your turns although no page is open. Off until asked for.

const section = document.getElementById("push");
const [on, off] = ["push-on", "push-off"].map((id) => document.getElementById(id));
const said = document.getElementById("push-said");

async function send(path, values) {
  const csrf = document.querySelector("meta[name=csrf]").content;
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams({ csrf, ...values }) });
  said.textContent = (await answer.json()).said ?? "That did not work.";
  return answer.ok;
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = "Your browser blocks notifications: allow them for this page in its settings.";
    return;
  }
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const { key } = await (await fetch("/settings/push/key")).json();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  const told = await send("/settings/push", { endpoint, ...keys });
  section.toggleAttribute("data-told", told);
  if (!told) await made.unsubscribe();
}

async function unsubscribe() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  const made = await worker?.pushManager.getSubscription();
  if (!made) return;
  await send("/settings/push/drop", { endpoint: made.endpoint });
  await made.unsubscribe();
}

async function show() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  // What another account asked for in this browser is not this one's.
  const told = Boolean(await worker?.pushManager.getSubscription()) && "told" in section.dataset;
  on.hidden = told;
  off.hidden = !told;
  section.hidden = false;
}

if (section && "serviceWorker" in navigator && "PushManager" in window) {
  for (const [button, act] of [[on, subscribe], [off, unsubscribe]])
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await act();
      } catch {
        said.textContent = "Your browser's push service does not answer: try again later.";
      }
      button.disabled = false;
      await show();
    });
  show();
}

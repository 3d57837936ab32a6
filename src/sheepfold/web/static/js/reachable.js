// A text that is longer than its room is scrolled with the keys too, and only then is it a stop on the way of Tab.
export function keepReachable(box) {
  const look = () => (box.scrollHeight > box.clientHeight + 1 ? (box.tabIndex = 0) : box.removeAttribute("tabindex"));
  new ResizeObserver(look).observe(box);
  new MutationObserver(look).observe(box, { childList: true, characterData: true, subtree: true });
  look();
}

// A text that is longer than its room is scrolled with the keys too, and only then is it a stop on the way of Tab.
export function keepReachable(...boxes) {
  const look = () => boxes.forEach((box) => (box.scrollHeight > box.clientHeight + 1 ? (box.tabIndex = 0) : box.removeAttribute("tabindex")));
  const size = new ResizeObserver(look);
  const words = new MutationObserver(look);
  for (const box of boxes) {
    size.observe(box);
    words.observe(box, { childList: true, characterData: true, subtree: true });
  }
  look();
}

// A puzzle's choices can be picked on the board too.
const board = document.getElementById("position");
const form = document.querySelector("form[action^='/puzzles/']");
const inputs = new Map([...(form?.querySelectorAll("input[type=radio]") ?? [])].map((input) => [input.value, input]));
const parts = [...board.querySelectorAll("[data-part]")].filter((shape) => inputs.has(shape.dataset.part));

function mark() {
  const chosen = form?.querySelector("input:checked")?.value;
  for (const shape of parts) shape.classList.toggle("chosen", shape.dataset.part === chosen);
}

for (const shape of parts) {
  shape.classList.add("pick");
  shape.addEventListener("click", () => {
    const input = inputs.get(shape.dataset.part);
    input.checked = true;
    input.focus({ preventScroll: true });
    mark();
  });
}
form?.addEventListener("change", mark);
mark();

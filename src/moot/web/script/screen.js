import { $ } from "./page.js";

// Nobody can scroll a screen in the room: what happened is as large as it can be whole there; cards that fit at no size are
// counted.
const stage = $("#screen-stage"), LEAST = 0.5;
function fit() {
  const beat = $(".beat", stage), cards = beat ? [...beat.querySelectorAll(".deed")] : [];
  const whole = () => beat.scrollHeight <= beat.clientHeight + 1;
  for (const card of cards) { card.hidden = false; delete card.parentElement.dataset.more; }
  for (let size = 1; beat && size >= LEAST; size -= 0.05) {
    beat.style.zoom = size;
    beat.style.setProperty("--fit", size);
    if (whole()) return;
  }
  for (let left = cards.length - 1; left >= 0 && !whole(); left--) {
    cards[left].hidden = true;
    cards[left].parentElement.dataset.more = `and ${cards.length - left} more`;
  }
}
if (stage) {
  new ResizeObserver(fit).observe(stage);
  new MutationObserver(fit).observe(stage, { subtree: true, childList: true, characterData: true });
  document.fonts.ready.then(fit);
}

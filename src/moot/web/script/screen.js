import { $ } from "./page.js";

// Nobody can scroll a screen in the room: what goes on and what happened are as large as they can be whole there; cards
// that fit at no size are counted.
const stage = $("#screen-stage"), LEAST = 0.5;
const whole = (part) => part.scrollHeight <= part.clientHeight + 1;
function shrink(part) {
  for (let size = 1; size >= LEAST; size -= 0.05) {
    part.style.zoom = size;
    part.style.setProperty("--fit", size);
    if (whole(part)) return;
  }
}
function fit() {
  for (const list of stage.querySelectorAll(".deeds")) delete list.dataset.more;
  const cards = [...stage.querySelectorAll(".beat .deed")];
  for (const card of cards) card.hidden = false;
  for (const part of stage.querySelectorAll(":scope > :is(.standing, .beat)")) shrink(part);
  for (let left = cards.length - 1; left >= 0 && !whole($(".beat", stage)); left--) {
    cards[left].hidden = true;
    cards[left].parentElement.dataset.more = `and ${cards.length - left} more`;
  }
}
if (stage) {
  new ResizeObserver(fit).observe(stage);
  new MutationObserver(fit).observe(stage, { subtree: true, childList: true, characterData: true });
  document.fonts.ready.then(fit);
}

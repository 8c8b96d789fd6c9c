import { $ } from "./page.js";

// A device with several seats says which of the others is asked.
const hands = [...document.querySelectorAll("[data-waits]")], head = $("#head");
function tell() {
  const waited = new Set([...document.querySelectorAll("#whose b")].map((name) => name.textContent));
  for (const hand of hands) hand.toggleAttribute("data-asked", waited.has(hand.dataset.waits));
}
if (hands.length) new MutationObserver(tell).observe(head, { subtree: true, childList: true, characterData: true });

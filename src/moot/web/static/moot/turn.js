import { $, typing } from "./page.js";

// A new question comes to its top and takes the focus to its heading, unless somebody is writing. The title says whose turn it is.
const ask = $("#ask"), now = $("#now"), title = document.title;
const question = () => $("#ask .ask")?.dataset.question ?? "";
let asked = question(), pressed = 0;
const tell = () => { document.title = asked ? `● Your turn – ${title}` : title; };
function look() {
  if (asked !== question()) {
    asked = question();
    tell();
    if (typing(document.activeElement)) return;
    now.scrollTop = 0;
    heading();
  } else if (document.activeElement === document.body && performance.now() - pressed < 5000) heading();
}
function heading() {                                                          // but nobody is drawn away from another part of the page
  const at = document.activeElement, line = $(".ask-title", ask);
  if (!line || !asked || (at !== document.body && !now.contains(at))) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
}
if (ask) {
  tell();
  new MutationObserver(look).observe(ask, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-question"] });
  document.addEventListener("submit", () => { pressed = performance.now(); }, true);
}

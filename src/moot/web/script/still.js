import { $ } from "./page.js";

// Ours, since the browser's own scroll anchoring loses its place where a panel is morphed: by 147 px in Chromium.
// Within a question nothing jumps: whatever grows or goes above it, what has the focus or stands at the top of what one
// sees stays where it is on the screen. At the very top one sees what happens, and nothing is held.
const now = $("#now"), BELOW = 64;                                            // px under the top, past the strip
let held = [];                                                                // how each is found, with where it stood
const title = () => $(".ask-title", now);
function mark() {
  held = [];
  if (!now.scrollTop) return;                                                 // and nothing is measured
  const box = now.getBoundingClientRect(), at = document.activeElement;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + BELOW);
  const inView = (one) => one !== now && now.contains(one) && one.getBoundingClientRect().bottom > box.top && one.getBoundingClientRect().top < box.bottom;
  const kept = [at, seen].filter(inView).map((one) => () => one.isConnected && one.checkVisibility() && one);
  held = [...kept, title].map((find) => [find, find()?.getBoundingClientRect?.().top]);
}
function hold() {
  if (now.scrollTop) {                                                        // else it was taken to the top
    const [find, stood] = held.find(([one]) => one()) ?? [];
    if (find) now.scrollTop += find().getBoundingClientRect().top - stood;
  }
  mark();
}
if (now) {
  now.addEventListener("scroll", mark, { passive: true });
  now.addEventListener("focusin", mark);
  now.addEventListener("toggle", mark, true);
  addEventListener("resize", mark);
  new MutationObserver(hold).observe(now, { subtree: true, childList: true, characterData: true });
}

import { $, seat } from "./page.js";

// How many journal lines came since it was last visible: a number at its tab, said with the tab's name.
const journal = $("#lines"), unread = $("#badge-journal");
const numberOf = (line) => Number(line?.id.split("-")[1] ?? 0);
let heard = numberOf(journal?.lastElementChild);
export function count() {
  if (!journal || !unread) return;
  if (!heard || journal.getClientRects().length) heard = numberOf(journal.lastElementChild);
  const lines = [...journal.children].filter((line) => numberOf(line) > heard).length, tab = $("#tab-journal");
  unread.textContent = lines > 99 ? "99+" : lines || "";
  if (lines) tab.setAttribute("aria-label", `Story, ${lines} new`); else tab.removeAttribute("aria-label");
}
if (journal) new MutationObserver(count).observe(journal, { childList: true });
$(".thumb")?.addEventListener("change", count);
addEventListener("resize", count);

// Earlier lines come when somebody scrolls up to them.
const top = $("#earlier");
let asking = false;
async function earlier() {
  let reach = numberOf(journal.firstElementChild);                            // looked up each time: the whole list may be new
  while (!asking && reach > 1) {
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}/lines?before=${reach}&seat=${seat}`);
      if (!answer.ok) return;
      reach = Number(answer.headers.get("Moot-From"));
      const found = document.createElement("template");
      found.innerHTML = await answer.text();
      if (!found.content.childElementCount) continue;
      journal.prepend(found.content);
      return;
    } catch { return; } finally { asking = false; }                           // the next scroll asks again
  }
}
if (top) new IntersectionObserver(([seen]) => seen.isIntersecting && earlier(), { root: $(".journal-scroll"), rootMargin: "200px" }).observe(top);

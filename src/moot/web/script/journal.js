import { $, seat, toast } from "./page.js";

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
// What the table itself says is no act that would stand on the stage: who does not see the journal is told, unless it
// comes with an act, or a banner says it.
let told = heard;
function tell() {
  const said = [...journal.children].filter((line) => numberOf(line) > told && line.matches(".system:not(:has(.why))")).at(-1);
  told = Math.max(told, numberOf(journal.lastElementChild));
  const first = said && document.getElementById(`line-${numberOf(said)}`), banner = $(".banner.pause");
  if (!first?.matches(".system") || journal.getClientRects().length || (banner && !$("q", said))) return;
  const copy = said.cloneNode(true);
  for (const quote of copy.querySelectorAll("q")) quote.replaceWith(`“${quote.textContent}”`);
  toast(copy.textContent.trim());
}
if (journal) new MutationObserver(tell).observe(journal, { childList: true });
if (journal) new MutationObserver(count).observe(journal, { childList: true });
$(".thumb")?.addEventListener("change", count);
addEventListener("resize", count);

// A page is loaded with a few lines, and has the rest of these at once; still earlier ones come when somebody scrolls up
// to them. The list hangs on its end, so that what comes above moves nothing.
const AT_FIRST = 40;
const top = $("#earlier");
let asking = false;
async function earlier(many = AT_FIRST) {
  let reach = numberOf(journal.firstElementChild);                            // looked up each time: the whole list may be new
  while (!asking && reach > 1) {
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}/lines?before=${reach}&many=${many}&seat=${seat}`);
      if (!answer.ok) return;
      const from = Number(answer.headers.get("Moot-From")), found = document.createElement("template");
      found.innerHTML = await answer.text();
      if (reach !== numberOf(journal.firstElementChild)) return;              // another list stands there by now
      reach = from;
      if (!found.content.childElementCount) continue;
      journal.prepend(found.content);
      return look();
    } catch { return; } finally { asking = false; }                           // the next scroll asks again
  }
}
const eye = top && new IntersectionObserver(([seen]) => seen.isIntersecting && earlier(), { root: $(".journal-scroll"), rootMargin: "200px" });
const look = () => { eye.unobserve(top); eye.observe(top); };                 // where it is still seen, more is wanted
if (top) {
  const here = numberOf(journal.lastElementChild) - numberOf(journal.firstElementChild) + 1;
  if (here < AT_FIRST) earlier(AT_FIRST - here).finally(look); else look();
}

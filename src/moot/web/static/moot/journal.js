import { $ } from "./page.js";

// How much came to the journal since it was last to be seen: a number at its tab, said with the tab's name.
const journal = $("#lines"), unread = $("#badge-journal");
const numberOf = (line) => Number(line?.id.split("-")[1] ?? 0);
let heard = numberOf(journal?.lastElementChild);
export function count() {
  if (!journal || !unread) return;
  if (!heard || journal.getClientRects().length) heard = numberOf(journal.lastElementChild);
  const lines = [...journal.children].filter((line) => numberOf(line) > heard).length, tab = $("#tab-journal");
  unread.textContent = lines > 99 ? "99+" : lines || "";
  if (lines) tab.setAttribute("aria-label", `Journal, ${lines} new`); else tab.removeAttribute("aria-label");
}
if (journal) new MutationObserver(count).observe(journal, { childList: true });
$(".thumb")?.addEventListener("change", count);
addEventListener("resize", count);

import { kept, root } from "./page.js";

// The line to the server. Only these events know about it: everything else asks the page's data-link.
const SILENT = 40_000;                                                        // ms: the server gives a sign of life every 15 s
const over = () => ["gone", "other"].includes(root.dataset.link);
const showLink = (state) => { if (!over()) root.dataset.link = state; };
export const feed = (event) => event.target?.matches?.("[hx-sse\\:connect]") && event.target;
let line = null, heard = 0;
const alive = () => { heard = performance.now(); };
document.addEventListener("htmx:sse:after:connection", ({ detail }) => { line = detail.connection; alive(); showLink("up"); });
document.addEventListener("htmx:sse:after:message", alive);
document.addEventListener("htmx:sse:before:connection", (e) => {
  if (over()) e.preventDefault();
  else if (e.detail.connection.attempt > 0 && !document.hidden) showLink("lost");
});
const gone = ({ detail }) => [401, 404].includes(detail?.status ?? detail?.ctx?.response?.status);   // this seat is no more
document.addEventListener("htmx:sse:error", (e) => showLink(gone(e) ? "gone" : "lost"));
document.addEventListener("htmx:sse:close", (e) => {                          // "removed" is ours; any other end is a loss
  if (!["removed", "cleanup", "message"].includes(e.detail.reason)) again(feed(e));
});
for (const name of ["htmx:error", "htmx:response:error"])                     // the first connection failed: htmx does not retry it
  document.addEventListener(name, (e) => feed(e) && (gone(e) ? showLink("gone") : again(feed(e))));
function again(el) {
  if (over()) return;
  showLink("lost");
  if (el) setTimeout(() => el.isConnected && el.dispatchEvent(new Event("moot:reconnect")), 2000 + 3000 * Math.random());
}

// A line may die without a word: a network that changed, a machine that slept, a server without power.
const anew = () => line?.reader?.cancel();                                    // htmx connects again where a line ends
addEventListener("offline", () => showLink("lost"));
addEventListener("online", anew);
setInterval(() => { if (!document.hidden && performance.now() - heard > SILENT) { alive(); anew(); } }, 5000);

// A browser has one seat at a table: where it takes another one in another tab, presses here would count for that.
const seat = document.body.dataset.seat, table = `moot.seat ${location.pathname}`;
if (seat) kept.set(table, seat);
addEventListener("storage", ({ key, newValue }) => { if (seat && key === table && newValue !== seat) showLink("other"); });

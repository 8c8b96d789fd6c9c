import { root } from "./page.js";

// The connection to the server. Only these events know about it: everything else asks the page's data-link.
const SILENT = 40_000;                                                        // ms: the server gives a sign of life every 12 to 15 s
const over = () => root.dataset.link === "gone";
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
const gone = ({ detail }) => [401, 404].includes(detail?.status ?? detail?.ctx?.response?.status);   // this seat was taken away
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

// A connection may die silently: a network that changed, a machine that slept, a server without power.
const anew = () => line?.reader?.cancel();                                    // htmx connects again where a connection ends
addEventListener("offline", () => showLink("lost"));
addEventListener("online", anew);
setInterval(() => { if (!document.hidden && performance.now() - heard > SILENT) { alive(); anew(); } }, 5000);

// This page is another seat's now, or its colour is another: somebody came in from the door. And the browser's Back may bring up
// the page of somebody who has passed the device on.
document.addEventListener("moot:seat", () => location.assign(location.pathname));
addEventListener("pageshow", ({ persisted }) => { if (persisted && "shared" in document.body.dataset) location.reload(); });

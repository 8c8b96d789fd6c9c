import { root } from "./page.js";

// The line to the server. Only these events know about it: everything else asks the page's data-link.
function showLink(state) { root.dataset.link = state; }
export const feed = (event) => event.target?.matches?.("[hx-sse\\:connect]") && event.target;
document.addEventListener("htmx:sse:after:connection", () => showLink("up"));
document.addEventListener("htmx:sse:before:connection", (e) => {
  if (root.dataset.link === "gone") e.preventDefault();
  else if (e.detail.connection.attempt > 0 && !document.hidden) showLink("lost");
});
const gone = ({ detail }) => (detail?.status ?? detail?.ctx?.response?.status) === 401; // this seat is no more
document.addEventListener("htmx:sse:error", (e) => showLink(gone(e) ? "gone" : "lost"));
document.addEventListener("htmx:sse:close", (e) => {                          // "removed" is ours; any other end is a loss
  if (!["removed", "cleanup", "message"].includes(e.detail.reason)) again(feed(e));
});
for (const name of ["htmx:error", "htmx:response:error"])                     // the first connection failed: htmx does not retry it
  document.addEventListener(name, (e) => feed(e) && (gone(e) ? showLink("gone") : again(feed(e))));
function again(el) {
  if (root.dataset.link === "gone") return;
  showLink("lost");
  if (el) setTimeout(() => el.isConnected && el.dispatchEvent(new Event("moot:reconnect")), 2000 + 3000 * Math.random());
}
addEventListener("offline", () => showLink("lost"));

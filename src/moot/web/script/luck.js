import { $, kept } from "./page.js";

// The random word that this browser sent with each command, which goes into the luck. The table’s host could put
// another word in its place and try until the dice please them: so the journal and the story compare it with the log.
const MOST = 2000;                                                            // commands that are remembered for one table
const place = `moot.luck.${location.pathname.split("/")[2]}`;
const given = () => { try { return new Map(JSON.parse(kept.get(place) ?? "[]")); } catch { return new Map(); } };
const underway = new Map();                                                   // a command that is sent once more brings another word
document.addEventListener("htmx:before:request", ({ detail }) => {
  const said = detail.ctx.request.body, id = said?.get?.("moot.id");
  if (id && said.get("moot.offer") !== "pause") underway.set(id, [...underway.get(id) ?? [], said.get("moot.nonce")]);
});
document.addEventListener("htmx:finally:request", ({ detail }) => {
  const ctx = detail?.ctx, id = ctx?.request?.body?.get?.("moot.id");
  if (ctx?.response?.status !== 204 || !underway.has(id)) return;
  const all = [...given().set(id, underway.get(id))];
  underway.delete(id);
  kept.set(place, JSON.stringify(all.slice(-MOST)));
});

const many = (n, one) => (n === 1 ? `1 ${one}` : `${n} ${one}s`);
function verdict(log) {
  const [, ...entries] = log.trimEnd().split("\n").map((line) => JSON.parse(line));
  const asked = new Map(entries.filter((entry) => entry.asked).map((entry) => [entry.asked.id, entry]));
  const all = [...given()], found = all.filter(([id]) => asked.has(id)), lost = all.length - found.length;
  const wrong = found.filter(([id, shares]) => !shares.includes(asked.get(id).asked.nonce ?? ""));
  const partly = entries.some((entry) => entry.moot === "told");              // the lost ones may be among these
  if (wrong.length) return [`The dice did NOT use your browser’s random words: entry ${wrong.map(([id]) => asked.get(id).seq).join(", ")} of the log has another word than this browser sent. Keep your copy of the log, and tell the others.`, true];
  if (lost && !partly) return [`${many(lost, "command")} that this browser sent, and that ${lost === 1 ? "was" : "were"} accepted, cannot be found in the log. Keep your copy of it, and tell the others.`, true];
  const rest = lost ? ` For ${many(lost, "other")} this cannot be checked: part of the entry is hidden from you.` : "";
  return [`The dice used your browser’s random words: the log has them for ${many(found.length, "command")}.${rest}`, false];
}

async function compare(line) {
  line.hidden = false;
  try {
    const answer = await fetch(line.dataset.luck);
    if (!answer.ok) throw new Error(answer.status);
    const [words, wrong] = verdict(await answer.text());
    line.textContent = words;
    line.classList.toggle("harm", wrong);
  } catch {
    line.textContent = "Your browser’s random words could not be checked just now. Reload the page to try again.";
  }
}
const line = $("[data-luck]");
if (line && given().size) compare(line);

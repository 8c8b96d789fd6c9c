import { $ } from "./page.js";

// The stage as a strip: who did what last, with the dice, small. It lies over the top of what is asked once the stage is
// scrolled away, and at the foot of whatever covers it; there it is read aloud, since nothing behind a sheet is.
const now = $("#now"), beat = $("#beat"), sheet = $("#sheet");
const strip = (role) => Object.assign(document.createElement("p"), { className: "strip", hidden: true, ...(role ? { role } : { ariaHidden: "true" }) });
const over = strip(""), foot = strip("status");
const SAYS = ".verdict, .act, .frame h2, .frame .lead, .deed .what";         // the first of these kinds that a beat has
function plain(element) {                                                     // its words, without marks and pictures
  const copy = element.cloneNode(true);
  for (const mark of copy.querySelectorAll(".mark, svg")) mark.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}
let shown = "", away = false;
function fold() {
  const last = $(".beat", beat), words = last?.textContent.replace(/\s+/g, " ").trim() ?? "";
  if (shown !== words) for (const one of [over, foot]) {
    const said = SAYS.split(", ").map((kind) => last && $(kind, last)).find(Boolean);
    const who = last && $(".act .mark", last), line = document.createElement("span");
    line.className = "says";
    line.textContent = said ? plain(said) : "";
    const dice = [...last?.querySelectorAll(".fallen .ledge") ?? []].map((ledge) => ledge.cloneNode(true));
    one.className = `strip ${[...last?.classList ?? []].filter((name) => name.startsWith("seat-")).join("")}`;
    one.replaceChildren(...[who?.cloneNode(true), line, ...dice].filter(Boolean));
  }
  shown = words;
  foot.hidden = !shown;
  over.hidden = !shown || !away;
  now.classList.toggle("under", !over.hidden);
}
if (now && beat && sheet) {
  now.before(over);
  sheet.append(foot);
  over.addEventListener("click", () => { now.scrollTop = 0; });
  new MutationObserver(fold).observe(beat, { subtree: true, childList: true, characterData: true });
  // What a room still shows of an act, until dice fall, is the stage as long as it stands there.
  const eye = new IntersectionObserver(([seen]) => { away = !seen.isIntersecting && now.scrollTop > 0; fold(); }, { root: now, rootMargin: "-52px 0px 0px" });
  let stage = null;
  const watch = () => {
    const one = $("[data-stage]", now) ?? beat;
    if (one === stage) return;
    eye.disconnect();
    eye.observe(stage = one);
  };
  new MutationObserver(watch).observe(now, { subtree: true, childList: true });
  watch();
  fold();
}

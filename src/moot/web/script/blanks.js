import { $ } from "./page.js";

// Spreading dice over forms: giving one a die that another has, swaps the two.
document.addEventListener("change", (event) => {
  const spread = event.target.closest(".spread");
  if (!spread) return;
  const rows = [...spread.querySelectorAll(".slot")], mine = event.target.closest(".slot");
  const at = (row) => [...row.querySelectorAll("input")];
  const picked = at(mine).indexOf(event.target);
  const rival = rows.find((row) => row !== mine && at(row)[picked]?.checked);
  const free = at(mine).findIndex((_, i) => !rows.some((row) => at(row)[i]?.checked));
  if (rival && free >= 0) at(rival)[free].checked = true;
});

// What depends on another choice is shut until that is made; what has a price, while the purse cannot pay it.
const PREFIX = "f.";                                                          // a blank's control is named f.BLANK
const whose = (el) => (el.name ?? el.closest("select").name).slice(PREFIX.length);
const SETTLED = `:is(:scope, .door) > [type=hidden][name^="${PREFIX}"]`;       // what needs no tap, as there is no other choice
const made = (form) => new Set([...form.querySelectorAll(`:checked, ${SETTLED}`)].map((el) => `${whose(el)}:${el.value}`));
const isOpen = (el, chosen) => el.dataset.needs.split("\n").some((need) => chosen.has(need));     // a value may have spaces
function shut(el, is) {
  el.disabled = is;
  (el.closest("label") ?? el).hidden = is;
  for (const inner of el.querySelectorAll("input, select, textarea")) inner.disabled = is;
  if (is && el.matches("option:checked")) el.closest("select").value = "";
  else if (is && el.checked) {
    el.checked = false;
    const others = el.type === "radio" ? [...el.form.querySelectorAll(`[name="${el.name}"]:enabled`)] : [];
    const first = others.find((one) => !one.value) ?? others.find((one) => one.defaultChecked);      // none, or what stood there at first
    if (first) first.checked = true;
  }
}
function fit(form) {
  for (const el of form.querySelectorAll("[data-spare]")) { el.disabled = false; delete el.dataset.spare; }
  const tied = [...form.querySelectorAll("[data-needs]")], priced = [...form.querySelectorAll("[data-costs]")];
  const closed = (el) => !!el.dataset.needs && !isOpen(el, made(form));
  for (let round = 0; round < 3; round++) for (const el of tied) shut(el, closed(el));     // what is shut may shut more
  for (const field of new Set(tied.map((el) => el.closest("fieldset.field")).filter(Boolean)))
    field.hidden = [...field.querySelectorAll("input")].every((el) => el.disabled || !el.value);
  let left = +(form.dataset.purse ?? 0);
  for (const el of priced) if (el.checked) left -= +el.dataset.costs;
  for (const el of priced) if (!el.checked) el.disabled = closed(el) || +el.dataset.costs > left;
  for (const field of form.querySelectorAll("[data-most]")) {                 // as many are ticked as may be: no more until one is taken back
    const ticks = [...field.querySelectorAll("input[type=checkbox]:enabled")], rest = ticks.filter((el) => !el.checked);
    if (ticks.length - rest.length >= +field.dataset.most) for (const el of rest) { el.disabled = true; el.dataset.spare = ""; }
  }
}

// A reckoning: what is tapped adds up, and of the rows that the server worked out (`data-rows`) the one for that sum is laid
// out, in the form and in the bar (`data-for` the form). Where the chance is slim, nobody is urged to roll.
const piece = (tag, name, ...inside) => {
  const el = Object.assign(document.createElement(tag), { className: name });
  el.append(...inside);
  return el;
};
const LAID_OUT = {
  reckoned(el, [, says, needs, chance, slim, shares], ends) {
    el.toggleAttribute("data-slim", !!slim);
    const needed = needs ? piece("span", "needed", "The dice must show ", piece("b", "", needs)) : piece("span", "needed", "The dice cannot show that much");
    $("p", el).replaceChildren(...(says ? [piece("b", "sumtotal", says), " "] : []), needed, " ", piece("b", "chance", chance));
    const odds = $("svg", el), part = () => document.createElementNS(odds.namespaceURI, "rect");
    let from = 0;
    odds.replaceChildren(...shares.map(([end, width]) => {
      const one = part();
      for (const [name, value] of Object.entries({ class: ends[end][0], x: from, width, height: 4 })) one.setAttribute(name, value);
      from += width;
      return one;
    }));
  },
  ends(el, row, ends) {
    el.replaceChildren(...row.at(-1).map(([end, , percent]) => piece("li", ends[end][0], `${ends[end][1]} `, piece("span", "share", percent))));
  },
};
function lay(el, row, ends) {
  el.hidden = !row;
  if (!row || +el.dataset.at === row[0]) return;
  LAID_OUT[el.matches(".reckoned") ? "reckoned" : "ends"](el, row, ends);
  el.dataset.at = row[0];
}
function reckon(box) {
  const form = box.closest("form"), bar = $(`[data-for="${form.getAttribute("id")}"]`), both = [box, bar].filter(Boolean);
  const taps = [...box.querySelectorAll("[data-adds]:checked:not(:disabled)")];
  const adds = new Map(taps.map((el) => [el.value, +el.dataset.adds]));
  const sum = [...adds.values()].reduce((all, one) => all + one, +box.dataset.reckon);
  const all = (what) => both.flatMap((one) => [...one.querySelectorAll(what)]);
  const { rows = [], ends } = JSON.parse(box.dataset.rows ?? "{}"), found = (at) => rows.find((row) => row[0] === at);
  for (const el of all("[data-at]")) lay(el, found(sum), ends);
  const slim = all("[data-slim]:not([hidden])").length > 0;
  for (const el of all("[data-if-slim]")) el.hidden = !slim;
  if (slim) for (const el of all("[data-better]")) el.textContent = better(box, found, sum);
  for (const el of all("[data-urged]")) el.classList.toggle("primary", !slim);
  for (const el of all("[data-slim-says]")) el.textContent = slim ? el.dataset.slimSays : el.dataset.says;
}

// The better way, where a chance is slim: the best to begin with and all that helps it, first for nothing, then for a price.
const costs = (el) => +(el.dataset.costs ?? 0), named = (el) => $("span", el.closest("label")).firstChild.textContent.trim();
function helped(taps, first, purse) {
  const chosen = new Set(first ? [`${whose(first)}:${first.value}`] : []), got = new Map(), groups = new Set();
  const open = (el) => +el.dataset.adds > 0 && !got.has(el.value) && !groups.has(el.type === "radio" && el.name) && costs(el) <= purse
    && (!el.dataset.needs || isOpen(el, chosen));
  for (let next; ([next] = taps.filter(open).sort((a, b) => costs(a) - costs(b) || b.dataset.adds - a.dataset.adds)) && next;) {
    got.set(next.value, next);
    groups.add(next.type === "radio" && next.name).delete(false);
    chosen.add(`${whose(next)}:${next.value}`);
    purse -= costs(next);
  }
  const all = [first, ...got.values()].filter((el) => el?.value), [begin, ...rest] = all.map(named);
  return { adds: all.reduce((sum, el) => sum + +el.dataset.adds, 0), left: purse, names: rest.length ? `${begin} with ${rest.join(", ")}` : begin };
}
function better(box, found, now) {
  const form = box.closest("form"), every = [...box.querySelectorAll("input[data-adds]")], of = (el) => el.name === PREFIX + box.dataset.first;
  const aims = every.filter((el) => el.type === "radio" && !of(el) && !$(`[name="${el.name}"][value=""]`, form));
  const base = aims.reduce((sum, el) => sum + (el.checked ? +el.dataset.adds : 0), +box.dataset.reckon);
  const taps = every.filter((el) => !of(el) && !aims.includes(el)), firsts = every.some(of) ? every.filter(of) : [null];
  const says = (purse) => {
    const way = firsts.map((first) => helped(taps, first, purse)).reduce((a, b) => (b.adds > a.adds ? b : a)), at = base + way.adds;
    const row = found(at), paid = purse > way.left ? `for ${purse - way.left} ${box.dataset.coin}` : "";
    const [, , , chance, slim] = row ?? [], what = slim ? "All that helps" : way.names;
    return { at, chance, text: row ? `${what}${paid && `, ${paid}`}: ${chance}.` : "" };
  };
  const ways = [says(0), says(+(form.dataset.purse ?? 0))].filter(({ at, chance }, i, both) => at > (i ? both[0].at : now) && chance !== found(now)?.[3]);
  return ways.length ? `Better: ${ways.map(({ text }) => text).join(" ")}` : "You have nothing that makes it better.";
}

// A look-up: the codes of what is chosen (or its values) spell a key, and the row is shown that the server has worked out
// for it. The first of what holds only `data-when` several things are chosen adds to that. `data-floor`: the number of
// things chosen in another blank sets the least code of this one.
function look(box, met) {
  const form = box.closest("form"), names = box.dataset.look.split(/[ +]/), own = "alone" in box.dataset ? null : met;
  const code = (name) => {
    const el = $(`[name="${PREFIX}${name}"]:checked, select[name="${PREFIX}${name}"], ${SETTLED}[name="${PREFIX}${name}"]`, form);
    return el?.dataset.code ?? el?.value ?? "";
  };
  const floor = (name) => {
    const box = $(`[data-floor="${name}"]`, form), by = box && form.querySelectorAll(`[name="${PREFIX}${box.dataset.by}"]:checked`);
    return by ? box.dataset.codes[Math.min(by.length, box.dataset.codes.length - 1)] : "";
  };
  const codes = names.map((name) => [code(name), floor(name)].sort()[1]), key = (box.dataset.look.includes("+") ? codes.sort() : codes).join("");
  const at = JSON.parse(box.dataset.keys)[key] + +(own?.dataset.adds ?? 0);
  for (const row of box.querySelectorAll("[data-at]")) row.hidden = +row.dataset.at !== at;
}
function lookUp(form) {
  const chosen = made(form), whens = [...form.querySelectorAll("[data-when]")];
  const met = whens.find((el) => el.dataset.when.split(" ").every((one) => chosen.has(one)));
  for (const el of whens) el.hidden = el !== met;
  form.querySelectorAll("[data-look]").forEach((box) => look(box, met));
}
function settle(form) { fit(form); form.querySelectorAll("[data-reckon]").forEach(reckon); lookUp(form); }
const settleAll = () => document.querySelectorAll("form:has([data-needs], [data-costs], [data-most], [data-reckon], [data-look])").forEach(settle);
document.addEventListener("change", (event) => event.target.form && settle(event.target.form));
document.addEventListener("reset", (event) => setTimeout(() => settle(event.target)));
document.addEventListener("htmx:after:swap", () => setTimeout(settleAll));
document.addEventListener("moot:opened", settleAll);
addEventListener("pageshow", settleAll);

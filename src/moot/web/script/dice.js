// Dice. A throw that arrives, or whose data-roll changes, lands. What was on the page at first lies still.
function land(el) {
  for (const dice of el.matches?.(".throw") ? [el] : el.querySelectorAll?.(".throw[data-roll]") ?? [])
    for (const die of dice.querySelectorAll(".die")) {
      die.classList.remove("rolling");
      void die.getBoundingClientRect();
      die.classList.add("rolling");
      die.addEventListener("animationend", () => die.classList.remove("rolling"), { once: true });
    }
}
new MutationObserver((changes) => {
  for (const { type, target, addedNodes, oldValue } of changes)
    if (type === "childList") addedNodes.forEach((node) => node.nodeType === 1 && land(node));
    else if (target.dataset.roll && target.dataset.roll !== oldValue) land(target);
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-roll"], attributeOldValue: true });

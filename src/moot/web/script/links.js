// As a page is loaded, its doors are links, for those without script; here they become what streams send them as.
for (const link of document.querySelectorAll("a.door")) {
  const [door, label, room] = ["details", "summary", "div"].map((tag) => document.createElement(tag));
  for (const { name, value } of link.attributes) if (name !== "href") door.setAttribute(name, value);
  door.classList.remove("door");
  door.dataset.door = link.getAttribute("href");
  label.append(...link.childNodes);
  room.className = "door";
  room.setAttribute("hx-morph-skip", "");
  door.append(label, room);
  const pressed = link.matches(":active");                                    // a button of the mouse is down on it just now
  link.replaceWith(door);
  if (pressed) document.addEventListener("pointerup", ({ target, pointerType }) => {
    if (pointerType === "mouse" && label.contains(target)) label.click();
  }, { capture: true, once: true });
}

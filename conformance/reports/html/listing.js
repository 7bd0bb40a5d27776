// The script of a page that lists entries: finds them. What is looked for stands in the address.
(() => {
"use strict";
const FIELDS = ["find", "kind", "mark"];
const byId = (id) => document.getElementById(id);
const form = document.forms[0];
const entries = [...document.querySelectorAll(".entry")].map((box) => ({ box, text: box.textContent.toLowerCase() }));
const status = document.querySelector("[role=status]");
const wide = matchMedia("(min-width: 56rem)");

function filter() {
  const wanted = Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value]));
  const words = wanted.find.toLowerCase().split(/\s+/).filter(Boolean);
  const isNarrowed = Object.values(wanted).some(Boolean);
  let shown = 0;
  for (const { box, text } of entries) {
    box.hidden = !(words.every((word) => text.includes(word))
      && (!wanted.kind || box.dataset.kind === wanted.kind)
      && (!wanted.mark || box.dataset.mark === wanted.mark));
    shown += box.hidden ? 0 : 1;
    const around = box.parentElement.closest("details");
    if (isNarrowed && !box.hidden && around) around.open = true;
  }
  for (const section of document.querySelectorAll("main > section")) {
    section.hidden = isNarrowed && !section.querySelector(".entry:not([hidden])");
  }
  status.textContent = `${shown} of ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
  form.querySelector("[type=reset]").hidden = !isNarrowed;
}

function remember() {
  const state = new URLSearchParams();
  for (const name of FIELDS) if (form.elements[name].value) state.set(name, form.elements[name].value);
  history.replaceState(null, "", `#${state}`);
}

function recall() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return;
  const state = new URLSearchParams(hash);
  for (const name of FIELDS) form.elements[name].value = state.get(name) ?? "";
  filter();
}

// On a narrow screen the filter is closed until it is used.
const fold = () => { byId("filter").open = wide.matches || !form.querySelector("[type=reset]").hidden; };

document.documentElement.classList.add("scripted");
filter();
recall();
fold();
wide.addEventListener("change", fold);
form.addEventListener("input", () => { filter(); remember(); });
form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", recall);
document.documentElement.classList.add("ready");
})();

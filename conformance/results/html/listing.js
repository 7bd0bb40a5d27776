// The script of a page that lists entries: finds and sorts them. What is searched is in the address.
(() => {
"use strict";
const byId = (id) => document.getElementById(id);
const form = document.forms[0];
const fields = [...(form?.elements ?? [])].map((one) => one.name).filter(Boolean);
const entries = [...document.querySelectorAll(".entry")].map((box) => ({ box, text: box.textContent.toLowerCase() }));
const groups = [...document.querySelectorAll("main > section, .group")].filter((group) => group.querySelector(".entry"));
const heads = [...document.querySelectorAll(".sorts th[data-key]")];
const status = document.querySelector("[role=status]");
const wide = matchMedia("(min-width: 56rem)");
let sorting = { key: "", down: false };

// An entry names everything that it is under, one a line: data-kind, data-mark and so on.
const isUnder = (box, name, wanted) => !wanted || (box.dataset[name] ?? "").split("\n").includes(wanted);

function filter() {
  const { find, ...picked } = Object.fromEntries(fields.map((name) => [name, form.elements[name].value]));
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const isNarrowed = Boolean(words.length) || Object.values(picked).some(Boolean);
  let shown = 0;
  for (const { box, text } of entries) {
    box.hidden = !(words.every((word) => text.includes(word))
      && Object.entries(picked).every(([name, wanted]) => isUnder(box, name, wanted)));
    shown += box.hidden ? 0 : 1;
    const around = box.parentElement.closest("details");
    if (isNarrowed && !box.hidden && around) around.open = true;
  }
  for (const group of groups) group.hidden = isNarrowed && !group.querySelector(".entry:not([hidden])");
  const { one, many } = form.dataset;
  status.textContent = `${shown} of ${entries.length} ${entries.length === 1 ? one : many}`;
  form.querySelector("[type=reset]").hidden = !isNarrowed;
}

function sort() {
  const value = (row) => row.dataset[sorting.key];
  const isNumber = heads.find((head) => head.dataset.key === sorting.key)?.hasAttribute("data-number");
  const compare = (a, b) => isNumber ? a - b : a < b ? -1 : a > b ? 1 : 0;
  const rows = entries.map(({ box }) => box);
  if (sorting.key) rows.sort((a, b) => compare(value(a), value(b)) * (sorting.down ? -1 : 1));
  if (heads.length) rows[0]?.parentElement.append(...rows);
  for (const head of heads) {
    if (head.dataset.key === sorting.key) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

function remember() {
  const state = new URLSearchParams();
  for (const name of fields) if (form.elements[name].value) state.set(name, form.elements[name].value);
  if (sorting.key) state.set("sort", `${sorting.down ? "-" : ""}${sorting.key}`);
  history.replaceState(null, "", `#${state}`);
}

function recall() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return reveal(byId(hash));
  if (!form) return;
  const state = new URLSearchParams(hash);
  for (const name of fields) form.elements[name].value = state.get(name) ?? "";
  const key = state.get("sort") ?? "";
  const name = key.replace(/^-/, "");
  sorting = { key: heads.some((head) => head.dataset.key === name) ? name : "", down: key.startsWith("-") };
  sort();
  filter();
}

function reveal(target) {
  if (!target?.matches("details")) return;
  if (target.hidden) {
    form.reset();
    filter();
  }
  target.open = true;
  const show = () => {
    target.querySelector("summary").focus({ preventScroll: true });
    target.scrollIntoView();
  };
  // A browser that loads a page moves the focus itself, to what the address names.
  if (document.readyState === "complete") show();
  else addEventListener("load", () => setTimeout(show));
}

// On a narrow screen the filter is closed until it is used.
const fold = () => { byId("filter").open = wide.matches || !form.querySelector("[type=reset]").hidden; };

function listen() {
  wide.addEventListener("change", fold);
  form.addEventListener("input", () => { filter(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
}

for (const head of heads) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const { key } = head.dataset;
    sorting = sorting.key === key ? { key, down: !sorting.down } : { key, down: head.hasAttribute("data-number") };
    sort();
    remember();
  });
}

// On paper everything is open that a reader would open.
const opened = [];
addEventListener("beforeprint", () => {
  opened.push(...document.querySelectorAll("details.prints:not([open])"));
  for (const box of opened) box.open = true;
});
addEventListener("afterprint", () => { for (const box of opened.splice(0)) box.open = false; });

document.documentElement.classList.add("scripted");
if (form) filter();
recall();
if (form) {
  fold();
  listen();
}
addEventListener("hashchange", recall);
document.documentElement.classList.add("ready");
})();

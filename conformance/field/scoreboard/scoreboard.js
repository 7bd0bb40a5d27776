// The script of the scoreboard: sorts and finds subjects. What is asked for stands in the address.
(() => {
"use strict";
const form = document.forms[0];
const body = document.querySelector(".board tbody");
const rows = [...body.rows];
const heads = [...document.querySelectorAll(".board th[data-key]")];
const status = document.querySelector("[role=status]");
const FIELDS = ["find", "verdict", "requirements", "operation", "rule"];
let sorting = { key: "", down: false };

document.documentElement.classList.add("scripted");

function valueOf(row, key) {
  if (key.startsWith("cell-")) {
    const cell = row.querySelectorAll("td.cell")[Number(key.slice(5))];
    return cell.dataset.share === undefined ? -1 : Number(cell.dataset.share);
  }
  if (key === "share" || key === "trend") return Number(row.dataset[key]);
  return row.dataset[key].toLowerCase();
}

function sort() {
  const sorted = [...rows];
  if (sorting.key) {
    sorted.sort((one, other) => {
      const [a, b] = [valueOf(one, sorting.key), valueOf(other, sorting.key)];
      return (a < b ? -1 : a > b ? 1 : 0) * (sorting.down ? -1 : 1);
    });
  }
  body.append(...sorted);
  for (const head of heads) {
    if (head.dataset.key === sorting.key) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

function filter() {
  const wanted = Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value]));
  const words = wanted.find.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = `${row.dataset.name} ${row.dataset.about} ${row.dataset.requirements}`.toLowerCase();
    row.hidden = !(words.every((word) => text.includes(word))
      && (!wanted.verdict || row.dataset.verdict === wanted.verdict)
      && (!wanted.requirements || row.dataset.requirements === wanted.requirements)
      && (!wanted.operation || row.dataset.offers.split(" ").includes(wanted.operation)));
    document.getElementById(row.id.replace("-row", "")).hidden = row.hidden;
    shown += row.hidden ? 0 : 1;
  }
  filterRules(wanted);
  status.textContent = `${shown} of ${rows.length} ${rows.length === 1 ? "subject" : "subjects"}`;
  form.querySelector("[type=reset]").hidden = !Object.values(wanted).some(Boolean);
}

// Of the rules that fail: those that are looked for and that a subject in sight fails.
function filterRules(wanted) {
  const words = wanted.rule.toLowerCase().split(/\s+/).filter(Boolean);
  for (const table of document.querySelectorAll(".failing")) {
    for (const cell of table.querySelectorAll("[data-subject]")) {
      cell.hidden = document.getElementById(`subject-${cell.dataset.subject}-row`).hidden;
    }
    const lines = [...table.querySelectorAll("tbody tr")];
    for (const line of lines) {
      const text = line.dataset.text.toLowerCase();
      line.hidden = !(words.every((word) => text.includes(word)) && line.querySelector("[data-fails]:not([hidden])"));
    }
    table.hidden = lines.every((line) => line.hidden) || Boolean(wanted.operation && wanted.operation !== table.dataset.operation);
    if (words.length && !table.hidden) table.open = true;
  }
}

function remember() {
  const state = new URLSearchParams();
  for (const name of FIELDS) if (form.elements[name].value) state.set(name, form.elements[name].value);
  if (sorting.key) state.set("sort", `${sorting.down ? "-" : ""}${sorting.key}`);
  history.replaceState(null, "", `#${state}`);
}

function recall() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return reveal(document.getElementById(hash));
  const state = new URLSearchParams(hash);
  for (const name of FIELDS) form.elements[name].value = state.get(name) ?? "";
  const key = state.get("sort") ?? "";
  const name = key.replace(/^-/, "");
  sorting = { key: heads.some((head) => head.dataset.key === name) ? name : "", down: key.startsWith("-") };
  sort();
  filter();
}

function reveal(target) {
  filter();
  if (!target || !target.matches("details")) return;
  target.hidden = false;
  target.open = true;
  target.querySelector("summary").focus({ preventScroll: true });
  target.scrollIntoView();
}

for (const head of heads) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const { key } = head.dataset;
    // Names go up first, numbers and days down.
    sorting = sorting.key === key ? { key, down: !sorting.down } : { key, down: key !== "name" && key !== "trend" };
    sort();
    remember();
  });
}
form.addEventListener("input", () => { filter(); remember(); });
form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", recall);
recall();
document.documentElement.classList.add("ready");
})();

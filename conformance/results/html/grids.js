"use strict";
// The tables of an operation's rules: sorts them, and draws what each worked case showed.
function tablesOf({ data, numbers, text, verdictOf, anchorOf, make }) {
const MARKS = { p: ["good", "✓", "pass"], f: ["bad", "✗", "fail"], a: ["soft", "~", "advice"], u: ["none", "?", "not observable"] };
const KEYS = {
  rule: (row) => text("id", row),
  verdict: (row) => verdictOf(row),
  level: (row) => +data.levels[row],
  trials: (row) => numbers.cases[row] + numbers.examples[row],
  time: (row) => numbers.time[row],
};
const places = new Map();  // the rows of each operation
for (let row = 0; row < data.count; row += 1) {
  const operation = numbers.operation[row];
  if (!places.has(operation)) places.set(operation, []);
  places.get(operation).push(row);
}
const boxes = [...document.querySelectorAll(".grid")].map((box) => {
  const rows = places.get(+box.dataset.grid);
  return { box, lines: [...box.querySelectorAll("tbody tr")].map((line, place) => ({ line, place, row: rows[place] })) };
});

const compare = (a, b) => typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
const isCounted = (key) => key === "trials" || key === "time";  // goes down first

function sort(lines, head, key) {
  const down = head.hasAttribute("aria-sort") ? head.ariaSort === "ascending" : isCounted(key);
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = KEYS[key];
  const sorted = [...lines].sort((one, other) => compare(value(one.row), value(other.row)) * (down ? -1 : 1) || one.place - other.place);
  lines[0].line.parentElement.append(...sorted.map((one) => one.line));
}

for (const { box, lines } of boxes) {
  for (const head of box.querySelectorAll("th[data-key]")) {
    const button = make("button", "", head.textContent);
    button.type = "button";
    head.replaceChildren(button);
    button.addEventListener("click", () => sort(lines, head, head.dataset.key));
  }
}

const models = Object.fromEntries(Object.entries(MARKS).map(([mark, [tone, sign, word]]) => {
  const shown = make("span", "", sign);
  shown.ariaHidden = "true";
  return [mark, make("td", `case ${tone}`, shown, make("span", "unseen", word))];
}));

function cellOf(mark, row, number) {
  if (!models[mark]) return make("td", "case");
  const cell = models[mark].cloneNode(true);
  if (mark === "f" || mark === "a") {
    const links = data.links[row] ?? {};
    const defect = links[number] ?? links[""];
    const link = make("a", "", ...cell.childNodes);
    link.href = `#${defect ?? anchorOf(row)}`;
    link.lastChild.textContent += defect ? `: ${defect}` : "";
    cell.append(link);
  }
  return cell;
}

// Draws the cases of a table when it is opened, those that fail first.
function draw(box) {
  const { lines } = boxes.find((one) => one.box === box);
  for (const { line, row } of lines) {
    const name = line.cells[0];
    if (!name.querySelector("a")) {
      const link = make("a", "", name.textContent);
      link.href = `#${anchorOf(row)}`;
      name.replaceChildren(link);
    }
    name.title = text("title", row).replaceAll("`", "");
  }
  const [names, marks] = data.cases[box.dataset.grid] ?? [[], ""];
  const count = lines.length;
  const all = names.map((name, number) => ({ name, number, own: marks.slice(number * count, (number + 1) * count) }));
  const ordered = [...all.filter((one) => one.own.includes("f")), ...all.filter((one) => !one.own.includes("f"))];
  box.querySelector("thead tr").append(...ordered.map(({ name }) => {
    const head = make("th", "case", make("span", "", name));
    head.scope = "col";
    return head;
  }));
  for (const { line, place, row } of lines) line.append(...ordered.map(({ number, own }) => cellOf(own[place], row, number)));
}

return {
  order: (key) => (a, b) => compare(KEYS[key](a), KEYS[key](b)) * (isCounted(key) ? -1 : 1) || a - b,
  open(box) {
    if (!box.querySelector(".case")) draw(box);
  },
  filter(isFound) {
    for (const { box, lines } of boxes) {
      for (const { line, row } of lines) line.hidden = !isFound[row];
      box.hidden = lines.every(({ line }) => line.hidden);
    }
  },
};
}

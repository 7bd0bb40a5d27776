// The script of a report's page: finds rules, and draws their rows where the reader looks.
// Texts are set as text. The only HTML it inserts is evidence and accounts, which were escaped when the page was made.
(async () => {
const CHUNK = 100;       // rows that are drawn together
const AT_ONCE = 1500;    // rows up to which all are drawn at once, so that the browser's own search finds them
const PRINTED = 3000;    // rows that are put on paper
const AHEAD = "1500px";  // how far outside of what is seen rows are drawn
const WAIT = 120;        // milliseconds after a key until a long list is searched

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const form = document.forms[0];
const list = byId("list");
const failures = byId("failures");
const status = document.querySelector("search [role=status]");
const plural = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, place) => place % 2 ? make("code", "", part) : part);
}

async function unpack(id) {
  const packed = byId(id).textContent.trim();
  if (!packed) return [];
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

// A column is a string with a character for each number, or a list of differences from row to row.
function numbersOf(column) {
  const numbers = new Int32Array(column.length);
  let last = 0;
  for (let row = 0; row < numbers.length; row += 1) {
    numbers[row] = typeof column === "string" ? column.charCodeAt(row) - data.zero : last += column[row];
  }
  return numbers;
}

// Many texts are kept as the length of what each shares with the one before, and its rest.
function textsOf(table) {
  if (Array.isArray(table)) return table;
  let last = "";
  return Array.from(numbersOf(table.shared), (length, place) => last = last.slice(0, length) + table.rest[place]);
}

root.classList.add("scripted");
const data = await unpack("data");
const numbers = Object.fromEntries(Object.entries(data.numbers).map(([name, column]) => [name, numbersOf(column)]));
const texts = Object.fromEntries(Object.entries(data.texts).map(([name, table]) => [name, textsOf(table)]));
const { verdicts: VERDICTS, levels: LEVELS, origins: ORIGINS } = data.names;
const text = (name, row) => texts[name][numbers[name][row]];
const verdict = (row) => VERDICTS[+data.verdicts[row]];
const level = (row) => +data.levels[row];
const tone = (row) => verdict(row)[3][level(row)];
const anchorOf = (row) => `${text("operation", row)}.${text("id", row)}`.replace(/[^A-Za-z0-9._-]/g, "-");
const tables = tablesOf({ data, numbers, text, verdictOf: (row) => +data.verdicts[row], anchorOf, make });

// Finding.

const FIELDS = ["find", "level", "origin", "operation", "order"];
const everything = () => ({ ...Object.fromEntries(FIELDS.map((name) => [name, ""])), verdict: null });
let wanted = everything();
let found = new Int32Array(0);
const isFound = new Uint8Array(data.count);

function searched() {
  const lower = { ...texts, wording: data.wordings.map((said) => said.map((pair) => pair[1]).join("\n")) };
  return Object.entries(lower).map(([name, table]) => [numbers[name], table.map((entry) => entry.toLowerCase())]);
}
let lowered = null;

function holding(word) {
  // Every text is looked through once, however many rows have it.
  lowered ??= searched();
  const holds = new Uint8Array(data.count);
  for (const [column, table] of lowered) {
    const hits = Uint8Array.from(table, (entry) => entry.includes(word));
    if (hits.includes(1)) for (let row = 0; row < data.count; row += 1) holds[row] |= hits[column[row]];
  }
  return holds;
}

function match() {
  const words = wanted.find.toLowerCase().split(/\s+/).filter(Boolean).map(holding);
  const digit = (names, name) => name ? String(names.indexOf(name)) : "";
  const levelDigit = digit(LEVELS, wanted.level);
  const originDigit = digit(ORIGINS.map(([name]) => name), wanted.origin);
  const operation = wanted.operation ? texts.operation.indexOf(wanted.operation) : null;
  const shown = VERDICTS.map(([name]) => wanted.verdict === null || wanted.verdict.includes(name));
  const rows = [];
  for (let row = 0; row < data.count; row += 1) {
    const is = shown[+data.verdicts[row]]
      && (levelDigit === "" || data.levels[row] === levelDigit)
      && (originDigit === "" || data.origins[row] === originDigit)
      && (operation === null || numbers.operation[row] === operation)
      && words.every((holds) => holds[row]);
    isFound[row] = is ? 1 : 0;
    if (is) rows.push(row);
  }
  if (wanted.order) rows.sort(tables.order(wanted.order));
  found = Int32Array.from(rows);
}

function filter() {
  match();
  draw();
  tables.filter(isFound);
  if (failures) {
    const boxes = [...failures.querySelectorAll(".rule")];
    for (const box of boxes) box.hidden = !isFound[box.dataset.row];
    failures.hidden = boxes.every((box) => box.hidden);
  }
  const defects = byId("defects");
  if (defects) {
    const boxes = [...defects.querySelectorAll(".defect")];
    for (const box of boxes) box.hidden = !box.dataset.rows.split(" ").some((row) => isFound[row]);
    defects.hidden = boxes.every((box) => box.hidden);
  }
  status.textContent = `${found.length.toLocaleString("en")} of ${plural(data.count, "rule")}`;
  const narrowed = Object.values(wanted).some((value) => value !== "" && value !== null);
  form.querySelector("[type=reset]").hidden = !narrowed;
  if (narrowed) byId("all").open = true;
}

// What is looked for stands in the address, so that it can be kept and sent.

function remember() {
  const state = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== null && value !== "") state.set(name, Array.isArray(value) ? value.join(",") : value);
  }
  history.replaceState(null, "", `#${state}`);
}

function recall() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return reveal(decodeURIComponent(hash));
  const state = new URLSearchParams(hash);
  wanted = everything();
  for (const name of FIELDS) wanted[name] = state.get(name) ?? "";
  if (state.has("verdict")) wanted.verdict = state.get("verdict").split(",");
  show();
  filter();
  if (hash) byId("all").scrollIntoView();
}

function show() {
  for (const name of FIELDS) form.elements[name].value = wanted[name];
  wanted.order = form.elements.order.value;
  for (const box of form.querySelectorAll("[type=checkbox]")) {
    box.checked = wanted.verdict === null || wanted.verdict.includes(box.value);
  }
}

function read() {
  const boxes = [...form.querySelectorAll("[type=checkbox]")];
  const checked = boxes.filter((box) => box.checked).map((box) => box.value);
  for (const name of FIELDS) wanted[name] = form.elements[name].value;
  wanted.verdict = checked.length === boxes.length ? null : checked;
  filter();
  remember();
}

function fillForm() {
  const counts = new Map();
  for (const digit of data.verdicts) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  for (const [place, [name, , word]] of VERDICTS.entries()) {
    const number = counts.get(String(place));
    if (!number) continue;
    const box = Object.assign(make("input"), { type: "checkbox", name: "verdict", value: name, defaultChecked: true });
    const told = make("span", "", `${word} `, make("span", "quiet", number.toLocaleString("en")));
    form.querySelector(".verdicts").append(make("label", "", box, told));
  }
  const options = { level: LEVELS, origin: ORIGINS.map(([name]) => name), operation: texts.operation };
  for (const [name, values] of Object.entries(options)) {
    form.elements[name].append(...values.map((value) => new Option(value)));
  }
}

// The list: chunks of rows, which are there in full only near what is seen.

let chunks = new Map();
let height = 46;  // pixels of a row that is not drawn yet; measured on the first that is
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.isIntersecting ? fill(entry.target) : empty(entry.target);
}, { rootMargin: `${AHEAD} 0px` });

function draw() {
  observer.disconnect();
  chunks = new Map();
  for (let start = 0; start < found.length; start += CHUNK) {
    chunks.set(make("div", "chunk"), [start, Math.min(start + CHUNK, found.length)]);
  }
  list.replaceChildren(...chunks.keys());
  if (!found.length) list.append(make("p", "quiet", "No rule is like that."));
  for (const [chunk, [start, stop]] of chunks) {
    if (found.length <= AT_ONCE) fill(chunk);
    else chunk.style.height = `${(stop - start) * height}px`;
  }
  if (found.length > AT_ONCE) for (const chunk of chunks.keys()) observer.observe(chunk);
}

function fill(chunk) {
  if (chunk.firstChild || !chunks.has(chunk)) return;
  const [start, stop] = chunks.get(chunk);
  const drawn = document.createDocumentFragment();
  for (let place = start; place < stop; place += 1) {
    const row = found[place];
    const isFirst = place === 0 || numbers.operation[found[place - 1]] !== numbers.operation[row];
    if (isFirst && !wanted.order) drawn.append(heading(place));
    drawn.append(rowOf(row));
  }
  chunk.style.height = "";
  chunk.append(drawn);
  height = chunk.offsetHeight / (stop - start) || height;
}

function empty(chunk) {
  if (!chunk.firstChild || chunk.querySelector("details[open], :focus")) return;
  chunk.style.height = `${chunk.offsetHeight}px`;
  chunk.replaceChildren();
}

function heading(place) {
  const operation = numbers.operation[found[place]];
  let end = place;
  while (end < found.length && numbers.operation[found[end]] === operation) end += 1;
  const head = byId("heading").content.firstElementChild.cloneNode(true);
  head.querySelector("h3").textContent = texts.operation[operation];
  head.querySelector("p").textContent = plural(end - place, "rule");
  const choices = data.choices[operation] ?? [];
  if (choices.length) {
    head.append(make("details", "choices", make("summary", "", `${plural(choices.length, "choice")} it is held to`), table(choices)));
  }
  return head;
}

function table(choices) {
  const head = make("tr", "", ...["Choice", "Answer", "How known", "Meaning"].map((label) => {
    const cell = make("th", "", label);
    cell.scope = "col";
    return cell;
  }));
  const rows = choices.map((choice) => {
    const name = make("th", "", make("code", "", choice.name));
    name.scope = "row";
    const meaning = choice.answer ? choice.meaning : `${choice.question} Any legal answer is accepted.`;
    return make("tr", "", name, make("td", "", choice.answer || "open"), make("td", "quiet", choice.found || "no probe showed it"), make("td", "", ...prose(meaning)));
  });
  return make("table", "", make("thead", "", head), make("tbody", "", ...rows));
}

function rowOf(row) {
  const box = byId("row").content.firstElementChild.cloneNode(true);
  const [, sign, word] = verdict(row);
  box.classList.add(tone(row));
  box.dataset.row = row;
  box.querySelector(".sign").textContent = sign;
  box.querySelector(".word").textContent = word;
  box.querySelector(".id").textContent = text("id", row);
  box.querySelector(".title").append(...prose(text("title", row)));
  box.querySelector(".level").textContent = LEVELS[level(row)];
  if (wanted.order) {
    const facts = `${plural(numbers.cases[row] + numbers.examples[row], "trial")}${time(row)}`;
    box.querySelector("summary").append(make("span", "gist", make("span", "", make("span", "operation", text("operation", row)), ` ${facts}`)));
  }
  return box;
}

// What opens.

let further = null;
async function evidence(row) {
  further ??= unpack("more").then((pairs) => new Map(pairs));
  const html = (await further).get(row) ?? "";
  return document.createRange().createContextualFragment(html);
}

async function open(box) {
  if (box.matches(".grid")) tables.open(box);
  if (box.matches(".more") && !box.querySelector(".evidence")) {
    box.append(await evidence(+box.closest("[data-row]").dataset.row));
  } else if (box.matches("#list .rule") && !box.querySelector(".body")) {
    box.append(await bodyOf(+box.dataset.row));
  } else if (box.matches(".account") && !box.querySelector(".body").firstChild) {
    box.querySelector(".body").append(document.createRange().createContextualFragment(data.accounts[box.dataset.account]));
  }
  settle(box);
}

async function bodyOf(row) {
  const above = data.whole[row] === undefined ? null : byId(data.whole[row]);
  if (above) return above.querySelector(".body").cloneNode(true);
  const body = make("div", "body");
  const pieces = data.pieces[row] ?? 0;
  const shown = data.defects[row] ?? [];
  if (shown.length) {
    const links = shown.flatMap((id, place) => [place ? ", " : "", Object.assign(make("a", "", id), { href: `#${id}` })]);
    body.append(make("p", "note", "Shown by ", ...links, "."));
    body.append(make("details", "more", make("summary", "", `${plural(pieces, "piece")} of evidence`)));
  } else if (pieces) {
    body.append(await evidence(row));
    if (!body.firstChild) body.append(make("p", "note", `${plural(pieces, "piece")} of evidence: in report.json.`));
  }
  body.append(make("dl", "words", ...words(row)));
  return body;
}

const time = (row) => numbers.time?.[row] ? `, in ${((numbers.time[row] - 1) / 100).toFixed(2)} ms of its check` : "";

function words(row) {
  const told = text("reason", row) ? [["Reason", text("reason", row)]] : [];
  told.push(...data.wordings[numbers.wording[row]]);
  for (const choice of data.choices[numbers.operation[row]] ?? []) {
    if (choice.rule !== text("id", row)) continue;
    told.push(choice.answer
      ? ["Choice taken", `\`${choice.name}\` is \`${choice.answer}\` (${choice.found}): ${choice.meaning}`]
      : ["Choice open", `\`${choice.name}\`: ${choice.question} No probe showed it, so any of the legal answers is accepted.`]);
  }
  told.push(["Level", `${LEVELS[level(row)]}, ${ORIGINS[+data.origins[row]][1]}`]);
  told.push(["Source", text("source", row)]);
  told.push(["Judged on", `${plural(numbers.cases[row], "case")}, ${plural(numbers.examples[row], "example")}${time(row)}`]);
  return told.map(([label, said]) => make("div", "", make("dt", "", label), make("dd", "", ...prose(said))));
}

function settle(box) {
  // What scrolls must be reachable by keyboard in every browser, and begin where there is something to see.
  for (const pre of box.querySelectorAll("pre")) {
    if (pre.scrollHeight <= pre.clientHeight + 1) continue;
    pre.tabIndex = 0;
    pre.setAttribute("role", "group");
    pre.setAttribute("aria-label", pre.dataset.label);
    const mark = pre.querySelector("del, ins, mark");
    const top = mark ? mark.offsetTop - pre.offsetTop : 0;
    if (top > pre.clientHeight / 2) pre.scrollTop = top - pre.clientHeight / 4;  // long lines are before it
  }
}

// An address may name one rule: #operation.RULE.

async function reveal(name) {
  wanted = everything();
  show();
  filter();
  let box = byId(name);
  if (!box || box.matches("tr") || list.contains(box)) {
    byId("all").open = true;
    const row = found.findIndex((one) => anchorOf(one) === name);
    if (row < 0) return;
    const chunk = [...chunks.keys()][Math.floor(row / CHUNK)];
    chunk.scrollIntoView();
    fill(chunk);
    box = chunk.querySelector(`[data-row="${found[row]}"]`);
  }
  if (box.matches("details")) {
    box.open = true;
    await open(box);
    box.querySelector("summary").focus({ preventScroll: true });
  }
  for (const other of document.querySelectorAll(".meant")) other.classList.remove("meant");
  box.classList.add("meant");
  box.scrollIntoView();
}

// Paper gets every failure with its evidence, every rule as a line, and what is open.

let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll(":is(#defects, #failures) .rule:not([open])")];
  for (const box of closed) box.open = true;
  const last = [...chunks.keys()].slice(0, PRINTED / CHUNK);
  for (const chunk of last) fill(chunk);
  for (const chunk of [...chunks.keys()].slice(last.length)) chunk.hidden = true;
  const left = found.length - PRINTED;
  if (left > 0) list.append(make("p", "note left-out", `${plural(left, "more rule")}: on the screen, and in report.json.`));
});
addEventListener("afterprint", () => {
  for (const box of closed) box.open = false;
  for (const chunk of chunks.keys()) chunk.hidden = false;
  list.querySelector(".left-out")?.remove();
});

fillForm();
recall();
for (const box of document.querySelectorAll(":is(#defects, #failures) [open]")) settle(box);
addEventListener("hashchange", recall);
addEventListener("toggle", (event) => { if (event.target.open) open(event.target); }, true);
let waiting = 0;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(read, data.count > AT_ONCE ? WAIT : 0);
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(read));
root.classList.add("ready");
})();

// Shows the board: META says what directions, subjects and fates are; BOARD has what was found.
document.documentElement.classList.add("scripted");
const one = (query, at = document) => at.querySelector(query);
const make = (name, members = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (key === "click") made.addEventListener("click", value);
    else if (key in made && key !== "style") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...inside.filter((child) => child !== null && child !== undefined));
  return made;
};
const FATES = META.fates.map(([sign, word]) => [sign, word]);
const WORD = Object.fromEntries(FATES);
const name = (subject) => META.contents[subject];
const counted = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
const all = (counts) => Object.entries(counts).reduce((sum, [fate, number]) => sum + (fate === "d" ? 0 : number), 0);
const share = (counts) => ((counts.a || 0) + (counts.s || 0)) / all(counts);
const percent = (value) => Math.floor(100 * value + 1e-9);
const operationName = (operation) => operation.replace("-to-", " → ").replaceAll("-", " ");

// What a converter does in a direction: its parts with names, and the facts of all of them by subject.
function standing(library, direction) {
  const parts = direction.parts.map(([title, operations]) => {
    const operation = operations.find((tried) => library.parts[tried]);
    return { title, operation, part: library.parts[operation] };
  });
  if (!parts.some(({ part }) => part)) return null;
  const subjects = {};
  for (const { part } of parts)
    for (const [subject, counts] of Object.entries(part ? part.subjects : {}))
      for (const [fate, number] of Object.entries(counts)) {
        const own = (subjects[subject] ??= {});
        own[fate] = (own[fate] || 0) + number;
      }
  return { library, parts, subjects, grade: library.grades[direction.key] };
}

function words(shown) {
  const total = {};
  let facts = 0;
  for (const counts of Object.values(shown.subjects))
    for (const [fate, number] of Object.entries(counts))
      if (fate !== "d") (total[fate] = (total[fate] || 0) + number), (facts += number);
  const known = Object.entries(shown.subjects).filter(([, counts]) => all(counts));
  const rated = known.filter(([subject]) => !["reported", "added", "valid"].includes(subject));
  const lost = rated.filter(([, counts]) => share(counts) < 0.5).map(([subject]) => name(subject));
  const said = [];
  const say = (text, more, kind = "") => said.push(make("span", { className: kind }, text, more ? make("em", {}, more) : null));
  if (shown.grade.missing.length) {
    const gone = shown.grade.missing.map((subject) => `${name(subject)} ${percent(share(shown.subjects[subject]))} %`);
    say("no better than D: ", gone.join(", "));
  }
  if (lost.length) say("mostly lost: ", lost.join(", "), "lost");
  const rate = (fate) => Math.round((100 * (total[fate] || 0)) / facts);
  for (const [fate, text] of [["r", "the API refuses"], ["b", "breaks at"], ["l", "lost in silence"], ["c", "changed in silence"]])
    if (rate(fate) >= 2) say(`${text} ${rate(fate)} %`);
  if (shown.subjects.added && share(shown.subjects.added) < 0.5) say("adds what nobody asked for");
  if (!said.length) say(facts === (total.a || 0) + (total.s || 0) ? "everything arrives, or a report says that it does not" : "little is lost");
  return make("div", { className: "words" }, ...said);
}

function cell(subject, counts, open) {
  if (!counts || !all(counts)) return make("span", { className: "cell none" }, counts ? "~" : "·");
  const value = share(counts);
  const said = `${name(subject)}: ${(counts.a || 0) + (counts.s || 0)} of ${counted(all(counts), "fact")}`;
  const kind = value >= 0.7 ? "cell fine" : "cell";
  const made = make("button", { className: kind, title: said, style: `--p:${Math.round(100 * value * value)}%`, click: () => open(subject) });
  made.setAttribute("aria-label", said);
  made.append(make("b", {}, `${name(subject)} `), String(percent(value)));
  return made;
}

let opened = "";
function remember() {
  const at = `#${one("#from").value}${one("#to").value}${opened ? `/${opened}` : ""}`;
  if (location.hash !== at) history.replaceState(null, "", at);
}

function rowOf(shown, direction, subjects) {
  const { library, grade } = shown;
  const row = make("div", { className: "row", id: `row-${library.library}` });
  const box = make("div", { className: "detail", hidden: true });
  let now = null;
  const open = (subject) => {
    const close = !box.hidden && now === subject;
    box.hidden = close;
    box.replaceChildren(...(close ? [] : detail(shown, direction, subject)));
    now = subject;
    title.setAttribute("aria-expanded", String(!close));
    opened = close ? "" : library.library + (subject ? `/${subject}` : "");
    remember();
  };
  const title = make("button", { type: "button", click: () => open("") }, library.library);
  title.setAttribute("aria-expanded", "false");
  const kind = library.kind === "library" ? "" : `, ${library.kind}`;
  row.append(
    make("div", { className: "name" }, make("h2", {}, title), make("div", { className: "meta" }, `${library.version} ${library.language}${kind}`)),
    make("div", { className: "grade" }, `${grade.grade} `, make("small", { title: "± standard error, from halves of the situations" }, `${grade.percent} % ±${Math.max(grade.percent === 100 ? 0 : 1, Math.round(100 * grade.error))}`)),
    make("div", { className: "parts" }, ...shown.parts.map(({ title: text, part }) => make("span", {}, make("i", {}, text), !part ? "–" : part.score === null ? "n/m" : `${percent(part.score)} %`))),
    make("div", { className: "cells", style: `--n:${subjects.length}` }, ...subjects.map((subject) => cell(subject, shown.subjects[subject], open))),
    words(shown),
  );
  row.show = (subject) => open(subject);
  return [row, box];
}

function headOf(subjects) {
  const cells = subjects.map((subject) => make("span", {}, META.heads[subject]));
  const head = make("div", { className: "row head" }, make("div", {}, "Converter"), make("div", {}, "Arrives"), make("div", {}, "in each part"), make("div", { className: "cells", style: `--n:${subjects.length}` }, ...cells));
  head.setAttribute("aria-hidden", "true"); // each cell says its subject itself
  return head;
}

function show() {
  const key = one("#from").value + one("#to").value;
  const direction = META.directions.find((tried) => tried.key === key);
  const found = BOARD.libraries.map((library) => standing(library, direction)).filter(Boolean);
  const measured = found.filter(({ grade }) => grade).sort((a, b) => b.grade.rank - a.grade.rank || b.grade.percent - a.grade.percent);
  const isReference = ({ library }) => library.kind === "reference";
  const whole = measured.filter((shown) => shown.grade.parts === direction.parts.length && !isReference(shown));
  const half = measured.filter((shown) => shown.grade.parts < direction.parts.length).sort((a, b) => b.grade.parts - a.grade.parts || b.grade.rank - a.grade.rank);
  const subjects = Object.keys(META.contents).filter((subject) => measured.some((shown) => shown.subjects[subject]));
  const out = one("#out");
  out.replaceChildren(summary(whole, half, subjects, direction));
  const put = (title, list, head) => {
    if (list.length && title) out.append(make("h2", {}, title));
    if (list.length && head) out.append(headOf(subjects));
    for (const shown of list) out.append(...rowOf(shown, direction, subjects));
  };
  put("", whole, true);
  put("Only a part of it", half, !whole.length);
  put("For comparison", measured.filter((shown) => isReference(shown)), false);
  const dead = found.filter(({ grade }) => !grade).map(({ library }) => library.library);
  if (dead.length) out.append(make("p", { className: "small" }, `Reached, but no input came through, so that nothing was measured: ${dead.join(", ")}.`));
  pieces(key).forEach((line) => out.append(line));
  remember();
}

function summary(whole, half, subjects, direction) {
  const said = make("p", { className: "sum" });
  if (!whole.length) {
    said.append(half.length ? "No judged converter does all of it; these do a part." : "No judged converter does this yet.");
    return said;
  }
  const parts = direction.parts.map(([title]) => title.toLowerCase()).join(", ");
  const many = BOARD.libraries.filter(({ kind }) => kind !== "reference").length;
  const [best] = whole;
  said.append(make("b", {}, `${whole.length} of ${many}`), ` judged converters do all of it (${parts}). Best: `, make("b", {}, `${best.library.library}, ${best.grade.percent} %`), " of what is said arrives or is reported.");
  if (!whole.some(({ grade }) => grade.percent >= 95)) said.append(" None brings everything.");
  const most = subjects.filter((subject) => subject !== "reported").map((subject) => [subject, Math.max(...whole.map(({ subjects: own }) => (own[subject] && all(own[subject]) ? share(own[subject]) : 0)))]);
  const [weakest, value] = most.sort((a, b) => a[1] - b[1])[0];
  if (value < 0.9) said.append(` Weakest everywhere: ${name(weakest)} (at best ${percent(value)} %).`);
  return said;
}

function pieces(key) {
  const lines = [];
  for (const [title, operations] of META.pieces[key] || []) {
    const found = BOARD.libraries.filter(({ parts, kind }) => kind !== "reference" && operations.some((tried) => parts[tried] && parts[tried].score !== null));
    const scores = found.map((library) => [library, library.parts[operations.find((tried) => library.parts[tried])].score]).sort((a, b) => b[1] - a[1]);
    if (scores.length) lines.push(make("p", { className: "small" }, make("b", {}, `${title}: `), scores.map(([library, score]) => `${library.library} ${percent(score)} %`).join(" · ")));
  }
  return lines.length ? [make("h2", {}, "Pieces"), ...lines] : [];
}

function bar(counts) {
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0);
  return make("div", { className: "bar" }, ...FATES.filter(([sign]) => counts[sign]).map(([sign]) => make("i", { className: sign, style: `width:${(100 * counts[sign]) / total}%` })));
}

const FEW = 8;
function detail(shown, direction, subject) {
  const inside = [make("div", { className: "key meta" }, ...FATES.map(([sign, word]) => make("span", {}, make("i", { className: sign }), word)))];
  for (const { title, operation, part } of shown.parts) {
    if (!part || part.score === null) continue;
    const rank = (counts) => (all(counts) ? share(counts) : 2);
    const own = Object.entries(part.subjects).filter(([tried]) => !subject || tried === subject).sort((a, b) => rank(a[1]) - rank(b[1]));
    if (!own.length) continue;
    const table = make("div", { className: "subjects" });
    for (const [tried, counts] of own) table.append(make("span", {}, name(tried)), bar(counts), make("span", {}, FATES.filter(([sign]) => counts[sign]).map(([sign, word]) => `${counts[sign]} ${word}`).join(", ")));
    const reached = shown.library.reached[operation];
    inside.push(make("h3", {}, `${title}: ${operationName(operation)}`), reached ? make("p", { className: "meta" }, `By ${reached}`) : null, table);
    const causes = part.causes.filter((cause) => !subject || cause.subjects.includes(subject));
    const list = make("ol", { className: "causes" });
    causes.slice(0, subject ? 99 : FEW).forEach((cause) => list.append(causeOf(shown.library, operation, part, cause)));
    inside.push(list);
    if (!subject && causes.length > FEW) {
      const more = make("button", { type: "button", className: "more" }, `${causes.length - FEW} more`);
      more.addEventListener("click", () => {
        causes.slice(FEW).forEach((cause) => list.append(causeOf(shown.library, operation, part, cause)));
        more.remove();
      });
      inside.push(more);
    }
  }
  const past = shown.library.history.filter(({ grades }) => grades[direction.key]);
  if (past.length) inside.push(make("p", { className: "meta" }, "Before: " + past.map((entry) => `${entry.version} ${entry.grades[direction.key].grade} ${entry.grades[direction.key].percent} %`).join(" · ")));
  return inside.filter(Boolean);
}

function causeOf(library, operation, part, cause) {
  const excuse = cause.design ? "by design" : cause.disputed ? "disputed" : "";
  const many = `${counted(cause.situations.length, "situation")}; ${cause.subjects.map(name).slice(0, 4).join(", ")}; rule ${cause.rule}`;
  const box = make("details", {}, make("summary", {}, make("span", { className: "tag" }, excuse || WORD[cause.fate]), `${cause.message} `, make("span", { className: "meta" }, many)));
  box.addEventListener("toggle", () => {
    if (box.open && box.children.length === 1) box.append(...evidence(library, operation, part, cause));
  });
  return make("li", {}, box);
}

function evidence(library, operation, part, cause) {
  const inside = [];
  if (cause.design || cause.disputed) inside.push(make("p", { className: "meta" }, `Does not count. ${cause.design || cause.disputed}`));
  const situation = cause.case && (BOARD.situations[operation] || {})[cause.case];
  if (situation) {
    inside.push(make("p", { className: "meta" }, `Situation “${cause.case}”: ${situation.note}${cause.other ? ` ${counted(cause.other, "other kind")} of it in the other situations.` : ""}`));
    const came = cause.actual !== undefined ? pretty(cause.actual) : cause.error || "(nothing)";
    inside.push(make("div", { className: "both" }, block("Given", situation.cut || JSON.stringify(situation.input, null, 1)), block(cause.actual !== undefined ? "Came out" : "Error", came)));
  }
  const [title, text] = script(library, operation, part, cause, situation);
  inside.push(make("details", {}, make("summary", {}, title), make("pre", { tabIndex: 0 }, text)));
  if (library.kind === "library") inside.push(make("p", { className: "meta" }, "Since which release: ", make("code", {}, `conformance survey bisect ${library.library} ${operation}/${cause.rule}`)));
  inside.push(make("p", { className: "meta" }, `All situations: ${cause.situations.join(", ")}. To dispute it, open an issue: “board: ${library.library} ${library.version} ${operation} ${cause.case || cause.situations[0]} ${cause.rule}”.`));
  return inside;
}

const block = (title, text) => make("div", {}, make("h4", {}, title), make("pre", { tabIndex: 0 }, text));
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text; // cut
  }
}

const ROUTES = { anthropic: "/v1/messages", chat: "/v1/chat/completions", responses: "/v1/responses", gemini: "/v1beta/models/gemini-2.5-pro:generateContent" };
function script(library, operation, part, cause, situation) {
  const input = situation && "input" in situation ? situation.input : undefined;
  const installed = `A script without the suite, where ${library.package} ${library.version} is installed`;
  if (part.script && part.script.whole && part.script.rule === cause.rule) return [installed, part.script.whole];
  if (part.script && part.script.before !== undefined && input !== undefined) {
    const { language, before, after } = part.script;
    if (language !== "python") return [installed, `${before}const given = ${JSON.stringify(input, null, 1)};\n${after}`];
    return [installed, `${before}given = json.loads(${python(JSON.stringify(input))})\n${after}`];
  }
  const api = operation.split("-request-to-")[0];
  if (library.kind === "gateway" && ROUTES[api] && input !== undefined)
    return ["A request with curl; a scripted API answers the gateway", `conformance emulate --port 8335 --capture got.jsonl &   # got.jsonl: what arrives there, and what the API answers\n# start the gateway with the upstream http://127.0.0.1:8335\ncurl -s "$GATEWAY${ROUTES[api]}" -H 'content-type: application/json' -d @- <<'JSON'\n${JSON.stringify(input)}\nJSON`];
  const which = cause.case ? ` --case ${cause.case}` : "";
  return ["Run it", `conformance certify ${library.library} --operation ${operation} --rule ${cause.rule}${which}`];
}
// A text of Python: the escapes of JSON are Python's too.
const python = (text) => JSON.stringify(text);

function fill(wanted) {
  const from = one("#from").value;
  const targets = Object.entries(META.targets).filter(([letter]) => META.directions.some(({ key }) => key === from + letter));
  const before = wanted || one("#to").value;
  one("#to").replaceChildren(...targets.map(([value, [text]]) => make("option", { value }, text)));
  if (targets.some(([letter]) => letter === before)) one("#to").value = before;
}

function follow() {
  const [key, library, subject] = decodeURIComponent(location.hash.slice(1)).split("/");
  const known = META.directions.find((tried) => tried.key === key) || META.directions[0];
  one("#from").value = known.key[0];
  fill(known.key[1]);
  opened = library ? library + (subject ? `/${subject}` : "") : "";
  show();
  const row = library && document.getElementById(`row-${library}`);
  if (row) {
    row.show(subject || "");
    row.scrollIntoView();
  } else if (key) scrollTo(0, 0);
}

for (const [value, [text]] of Object.entries(META.sources)) one("#from").append(make("option", { value }, text));
one("#from").addEventListener("change", () => ((opened = ""), fill(), show()));
one("#to").addEventListener("change", () => ((opened = ""), show()));
addEventListener("hashchange", follow);
follow();
document.documentElement.classList.add("ready");

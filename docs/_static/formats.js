// A field that filters the tables of the page "What each format can carry". Without scripts the page shows all of them.
document.addEventListener("DOMContentLoaded", () => {
  const page = document.getElementById("what-each-format-can-carry");
  if (!page) return;
  const groups = [...page.querySelectorAll(":scope > section")];
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Filter: reasoning, cache, seed";
  field.setAttribute("aria-label", "Filter the tables");
  field.className = "filter";
  groups[0].before(field);
  const none = document.createElement("p");
  none.textContent = "No kind of fact has these words.";
  none.setAttribute("role", "status");
  none.hidden = true;
  field.after(none);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of groups) {
      const title = group.querySelector("h2").textContent;
      const notes = [...group.querySelectorAll("li")];
      for (const row of group.querySelectorAll("tbody tr")) {
        const own = notes.filter((note) => note.querySelector("em").textContent === row.cells[0].textContent);
        const text = [title, row.textContent, ...own.map((note) => note.textContent)].join(" ").toLowerCase();
        for (const part of [row, ...own]) part.hidden = !words.every((word) => text.includes(word));
      }
      group.hidden = !group.querySelector("tbody tr:not([hidden])");
    }
    none.hidden = groups.some((group) => !group.hidden);
  });
});

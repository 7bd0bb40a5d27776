// How the site's search orders what it finds: as Sphinx does. It also names the rule that an entry of the index leads to,
// where Sphinx would show the title of the page alone.
var Scorer = {
  score: (result) => {
    const [, title, anchor, , score, , kind] = result;
    if (kind === "index" && anchor) result[1] = `${anchor.slice(1)} of ${title}`;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// The order of search results: the user guide before routines, these before how it works, and that before Contributing.
var Scorer = {
  score: ([docname, , , , score]) => {
    if (/^(start|support|glossary|guide\/|notebooks\/)/.test(docname)) return score + 20;
    if (/^routines\//.test(docname)) return score + 10;
    if (/^(contributing|project)\//.test(docname)) return score - 10;
    return score;
  },
  // The rest as Sphinx has it.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

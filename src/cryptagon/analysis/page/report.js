"use strict";
// A cell without a value (a failed design) stays last, whichever way the column is sorted.
const valueOf = (row, column) => {
  const cell = row.cells[column];
  const given = cell.dataset.value;
  return given === undefined ? cell.textContent.trim().toLowerCase() : given === "" ? null : Number(given);
};
const sortBy = (heading) => {
  const table = heading.closest("table");
  const ascending = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((first, second) => {
    const [a, b] = [valueOf(first, heading.cellIndex), valueOf(second, heading.cellIndex)];
    if (a === null || b === null) return (a === null) - (b === null);
    return (a < b ? -1 : a > b ? 1 : 0) * (ascending ? 1 : -1);
  });
  table.tBodies[0].append(...rows);
};
for (const button of document.querySelectorAll(".sortable thead button")) {
  button.addEventListener("click", () => sortBy(button.parentElement));
}
addEventListener("beforeprint", () => {
  for (const element of document.querySelectorAll("details")) element.open = true;
});

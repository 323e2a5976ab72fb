"use strict";
// A state pointed at, in the drawing or anywhere else, shows its source lines and the ways to and from it; a click keeps it.
let kept = null;
const show = (state) => {
  document.body.classList.toggle("chosen", state !== null);
  for (const element of document.querySelectorAll(".on")) element.classList.remove("on");
  if (state === null) return;
  for (const element of document.querySelectorAll(`[data-states~="${state}"], [data-state="${state}"]`)) element.classList.add("on");
  for (const edge of document.querySelectorAll(`[data-from="${state}"], [data-to="${state}"]`)) edge.classList.add("on");
};
for (const element of document.querySelectorAll("[data-state]")) {
  const state = element.dataset.state;
  const toggle = () => show((kept = kept === state ? null : state));
  element.addEventListener("mouseenter", () => show(state));
  element.addEventListener("mouseleave", () => show(kept));
  element.addEventListener("click", toggle);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); }
  });
}
const valueOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent.trim().toLowerCase() : Number(cell.dataset.value);
};
const sortBy = (heading) => {
  const table = heading.closest("table");
  const ascending = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((first, second) => {
    const [a, b] = [valueOf(first, heading.cellIndex), valueOf(second, heading.cellIndex)];
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

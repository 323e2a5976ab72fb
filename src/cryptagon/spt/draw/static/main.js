// The page: its parts, and who tells whom.

import { ask, Asker } from "./api.js";
import { Files } from "./files.js";
import { Keys } from "./keys.js";
import { Model } from "./model.js";
import { showAnswers, showFaults, showFigures, showPalette, showSelection, showTabs } from "./panels.js";
import { Paper } from "./paper.js";
import { Pointer } from "./pointer.js";
import { Writing } from "./writing.js";

const model = new Model();
const paper = new Paper(model);
const writing = new Writing(model, paper);
const files = new Files(model);
const pointer = new Pointer(model, paper, writing);
new Keys(model, paper, writing, pointer, files);
const byId = (id) => document.getElementById(id);
const asker = new Asker("check", question, taken, (fault) => files.say(fault.message));

function question() {
  return { name: files.name, drawing: model.drawing, answers: byId("answers").value };
}

/** What the reader says now. */
function taken(judged) {
  paper.judged = judged;
  paper.draw(false);
  showFaults(judged, model, paper);
  showAnswers(judged.answers);
  showFigures(judged);
  showSelectionUnlessWritten();
  showTabsUnlessWritten();
  document.body.dataset.asked = String(asker.number);
}

/** Fields that are being written in stay. */
function showSelectionUnlessWritten() {
  if (!byId("chosen").contains(document.activeElement)) showSelection(model, paper, writing);
}

function showTabsUnlessWritten() {
  if (!byId("tabs").contains(document.activeElement)) showTabs(model, paper.judged);
}

function showState() {
  byId("file").textContent = `${files.name}${model.saved ? "" : " •"}`;
  byId("file").title = model.saved ? files.path : "not saved";
  byId("undo").disabled = !model.canUndo;
  byId("redo").disabled = !model.canRedo;
  byId("zoom").textContent = `${Math.round(paper.zoom * 100)} %`;
}

model.addEventListener("change", () => {
  paper.draw();
  showTabs(model, paper.judged);
  showSelection(model, paper, writing);
  showState();
  asker.soon();
});
model.addEventListener("show", () => paper.show());
model.addEventListener("step", () => paper.draw(false));
model.addEventListener("select", () => {
  paper.draw(false);
  showSelection(model, paper, writing);
  showState();
});
byId("answers").addEventListener("input", () => asker.soon());
byId("undo").addEventListener("click", () => model.undo());
byId("redo").addEventListener("click", () => model.redo());
byId("add-figure").addEventListener("click", () => model.addFigure());
for (const [id, by] of [["smaller", 0.8], ["larger", 1.25]]) {
  byId(id).addEventListener("click", () => {
    paper.setZoom(paper.zoom * by);
    showState();
  });
}
addEventListener("resize", () => paper.draw());

try {
  const started = await ask("start", {});
  byId("answers").value = started.answers;
  showPalette(started.palette, model, paper, writing);
  files.start(started);
} catch (fault) {
  files.say(fault.message);
}

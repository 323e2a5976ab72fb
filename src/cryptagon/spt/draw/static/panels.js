// What lies around the paper: palette, tabs of the figures, faults, the selection, answers.

/** A new HTML element with properties and children. */
export function html(name, properties = {}, ...inside) {
  const { data = {}, ...own } = properties;
  const made = Object.assign(document.createElement(name), own);
  Object.assign(made.dataset, data);
  made.append(...inside);
  return made;
}

const byId = (id) => document.getElementById(id);

/** Buttons for new boxes, which lie below the one that is selected, or in the middle of what is seen. */
export function showPalette(groups, model, paper, writing) {
  const sections = groups.map(({ title, boxes }) => {
    const buttons = boxes.map((one) => {
      const button = html("button", { title: one.title, textContent: one.sign, data: { text: one.text } });
      button.addEventListener("click", () => {
        const [x, y] = freePlace(model, paper);
        const box = model.addBox(one.text, x, y);
        paper.element(box.id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
        writing.open(box);
      });
      return button;
    });
    return html("section", {}, html("h2", { textContent: title }), html("div", {}, ...buttons));
  });
  byId("palette").replaceChildren(...sections);
}

function freePlace(model, paper) {
  const chosen = model.box(model.selected);
  let [x, y] = chosen ? [chosen.x, chosen.y + chosen.height + 40] : paper.view.map((one) => one - 40);
  const covers = (box) => x < box.x + box.width + 10 && x + 110 > box.x && y < box.y + box.height + 10 && y + 40 > box.y;
  for (let tries = 0; tries < 100 && model.figure.boxes.some(covers); tries += 1) x += 30;
  return [x, y];
}

/** A tab for each figure; the one that is shown has its name in a field. */
export function showTabs(model, judged) {
  const faulty = new Set((judged?.faults ?? []).map((fault) => fault.figure));
  const tabs = model.figures.map((figure, place) => {
    if (place === model.current) return html("li", { className: "shown" }, nameField(model, figure), removeButton(model, figure));
    const tab = html("button", { textContent: figure.name, className: faulty.has(figure.name) ? "faulty" : "" });
    tab.addEventListener("click", () => model.show(place));
    return html("li", {}, tab);
  });
  byId("tabs").replaceChildren(...tabs);
}

function nameField(model, figure) {
  const field = html("input", { value: figure.name, size: Math.max(figure.name.length, 6), spellcheck: false, maxLength: 40 });
  field.setAttribute("aria-label", "Name of this figure");
  field.addEventListener("change", () => model.rename(field.value.trim()));
  return field;
}

function removeButton(model, figure) {
  const button = html("button", { textContent: "×", title: "Remove this figure" });
  button.setAttribute("aria-label", `Remove figure ${figure.name}`);
  button.addEventListener("click", () => model.removeFigure());
  return button;
}

/** The faults in the reader's words; each leads to its element. */
export function showFaults(judged, model, paper) {
  const { faults } = judged;
  const empty = model.figures.every((one) => !one.boxes.length);
  byId("state").textContent = empty ? "Draw the first box" : faults.length ? `${faults.length} ${faults.length > 1 ? "faults" : "fault"}` : "No faults";
  byId("state").className = empty ? "" : faults.length ? "bad" : "good";
  const items = (empty ? [] : faults).map((fault) => {
    const where = html("small", { textContent: fault.where });
    const fix = html("span", { className: "fix", textContent: fault.fix });
    const button = html("button", {}, html("span", { textContent: fault.what }), where, fix);
    button.addEventListener("click", () => goTo(fault, model, paper));
    return html("li", {}, button);
  });
  byId("faults").replaceChildren(...items);
}

function goTo(fault, model, paper) {
  const place = model.figures.findIndex((one) => one.name === fault.figure);
  if (place >= 0 && place !== model.current) model.show(place);
  const element = paper.element(fault.elements[0]);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", inline: "center" });
}

/** Each line of known answers with what became of it. */
export function showAnswers(answers) {
  const items = answers.map(({ ok, said }) => {
    const [className, word] = ok === null ? ["open", ""] : ok ? ["good", "right: "] : ["bad", "wrong: "];
    return html("li", { className }, html("strong", { textContent: word }), html("code", { textContent: said }));
  });
  byId("results").replaceChildren(...items);
}

/** Inputs and outputs of the figures that were understood, and their model. */
export function showFigures({ figures, dml }) {
  const parts = figures.flatMap(({ name, inputs, outputs }) => [
    html("dt", { textContent: name }),
    html("dd", { textContent: `${inputs.join(", ") || "nothing"} → ${outputs.join(", ")}` }),
  ]);
  byId("ports").replaceChildren(...parts);
  byId("dml").textContent = dml ?? "There is none while there are faults.";
}

/** Fields for the arrow that is selected; for a box its text. */
export function showSelection(model, paper, writing) {
  const box = model.box(model.selected), arrow = model.arrow(model.selected);
  byId("chosen").hidden = !box && !arrow;
  const parts = box ? boxParts(box, model, writing) : arrow ? arrowParts(arrow, model, paper) : [];
  byId("chosen").querySelector("div").replaceChildren(...parts);
}

function boxParts(box, model, writing) {
  const edit = action("Edit text", () => writing.open(box));
  return [html("pre", { textContent: box.text || "no text" }), html("p", { className: "row" }, edit, action("Remove", () => model.remove(box.id)))];
}

function arrowParts(arrow, model, paper) {
  const type = paper.judged?.types[arrow.id];
  const fields = [["label", "On the arrow"], ["tail_label", "At its tail"], ["head_label", "At its head"]].map(([key, title]) => {
    const field = html("input", { value: arrow[key], spellcheck: false, maxLength: 200, data: { key } });
    field.addEventListener("change", () => model.change(() => { arrow[key] = field.value.trim(); }));
    return html("label", {}, html("span", { textContent: title }), field);
  });
  const buttons = [
    action("Turn round", () => model.change(() => model.turn(arrow))),
    action("Straighten", () => model.change(() => arrow.points.splice(1, arrow.points.length - 2))),
    ...(arrow.heads === 1 ? [] : [action("One head", () => model.change(() => { arrow.heads = 1; }))]),
    action("Remove", () => model.remove(arrow.id)),
  ];
  return [html("p", { textContent: type ? `It carries ${type} bits.` : "What it carries is not known." }), ...fields, html("p", { className: "row" }, ...buttons)];
}

function action(title, done) {
  const button = html("button", { textContent: title });
  button.addEventListener("click", done);
  return button;
}

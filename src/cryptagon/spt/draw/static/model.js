// The drawing: figures with boxes and arrows, as the API takes them; what can be done with it, and undone.

import { ends, sizeOf, snapped } from "./geometry.js";

const MOST_STEPS = 200; // that can be undone

export class Model extends EventTarget {
  figures = [];
  current = 0;
  selected = null; // the id of a box or an arrow
  saved = true;
  #past = [];
  #future = [];
  #last = 0;

  /** Another drawing instead of this one. */
  load(drawing, saved = true) {
    this.figures = drawing.figures;
    this.current = 0;
    this.selected = null;
    this.saved = saved;
    this.#past = [];
    this.#future = [];
    this.#countIds();
    this.#tell("show");
    this.#tell("change");
  }

  get figure() { return this.figures[this.current]; }
  get drawing() { return { figures: this.figures }; }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  box(id) { return this.figure.boxes.find((one) => one.id === id); }
  arrow(id) { return this.figure.arrows.find((one) => one.id === id); }

  /** Do something that can be undone. */
  change(action) {
    this.begin();
    action();
    this.end();
  }

  /** Before the first step of something that takes a while, such as a drag. */
  begin() {
    this.#past.push(this.#state());
    if (this.#past.length > MOST_STEPS) this.#past.shift();
  }

  /** After a step of it. */
  step() { this.#tell("step"); }

  /** After the last one; where nothing became different it is as if nothing was done. */
  end() {
    if (this.#past.at(-1) === this.#state()) {
      this.#past.pop();
    } else {
      this.#future = [];
      this.saved = false;
    }
    this.#tell("change");
  }

  /** Instead of the last step: everything is as before the first one. */
  abandon() {
    Object.assign(this, JSON.parse(this.#past.pop()));
    this.#tell("change");
  }

  undo() { this.#travel(this.#past, this.#future); }
  redo() { this.#travel(this.#future, this.#past); }

  select(id) {
    if (this.selected === id) return;
    this.selected = id;
    this.#tell("select");
  }

  show(place) {
    this.current = place;
    this.selected = null;
    this.#tell("show");
    this.#tell("change");
  }

  markSaved() {
    this.saved = true;
    this.#tell("select");
  }

  // What can be done: each is one change.

  addBox(text, x, y) {
    const box = { id: this.#id("b"), text, x: snapped(x), y: snapped(y), ...sizeOf(text) };
    this.change(() => this.figure.boxes.push(box));
    this.select(box.id);
    return box;
  }

  /** A box grows with its text; one that is new does so around its middle. */
  write(box, text, isNew = false) {
    this.change(() => {
      box.text = text;
      const size = sizeOf(text);
      if (isNew) {
        const middle = box.x + box.width / 2;
        Object.assign(box, size, { x: snapped(middle - size.width / 2) });
        return;
      }
      this.resize(box, Math.max(box.width, size.width), Math.max(box.height, size.height));
    });
  }

  connect(tail, head) {
    const arrow = { id: this.#id("a"), points: [], tail: tail.id, head: head.id, heads: 1, label: "", tail_label: "", head_label: "" };
    this.change(() => {
      arrow.points = ends(tail, head, this.figure.arrows);
      this.figure.arrows.push(arrow);
    });
    this.select(arrow.id);
    return arrow;
  }

  remove(id) {
    this.change(() => {
      const { figure } = this;
      figure.boxes = figure.boxes.filter((one) => one.id !== id);
      figure.arrows = figure.arrows.filter((one) => ![one.id, one.tail, one.head].includes(id));
      this.selected = null;
    });
  }

  copy(box) { return this.addBox(box.text, box.x + 20, box.y + box.height + 20); }

  addFigure() {
    const names = this.figures.map((one) => one.name);
    let number = this.figures.length + 1;
    while (names.includes(`figure${number}`)) number += 1;
    this.change(() => this.figures.push({ name: `figure${number}`, boxes: [], arrows: [], remarks: [] }));
    this.show(this.figures.length - 1);
  }

  rename(name) { this.change(() => { this.figure.name = name; }); }

  removeFigure() {
    this.change(() => {
      this.figures.splice(this.current, 1);
      if (!this.figures.length) this.figures.push({ name: "figure1", boxes: [], arrows: [], remarks: [] });
      this.current = Math.min(this.current, this.figures.length - 1);
      this.selected = null;
    });
  }

  // Steps within a change.

  moveBox(box, across, down) {
    box.x += across;
    box.y += down;
    for (const arrow of this.figure.arrows) {
      const both = arrow.tail === box.id && arrow.head === box.id;
      if (arrow.tail === box.id || both) moved(arrow.points[0], across, down);
      if (arrow.head === box.id || both) moved(arrow.points.at(-1), across, down);
    }
  }

  /** Ends of arrows keep their part of its width and height. */
  resize(box, width, height) {
    const stretch = (point) => {
      point[0] = box.x + ((point[0] - box.x) * width) / (box.width || 1);
      point[1] = box.y + ((point[1] - box.y) * height) / (box.height || 1);
    };
    for (const arrow of this.figure.arrows) {
      if (arrow.tail === box.id) stretch(arrow.points[0]);
      if (arrow.head === box.id) stretch(arrow.points.at(-1));
    }
    Object.assign(box, { width, height });
  }

  turn(arrow) {
    arrow.points.reverse();
    [arrow.tail, arrow.head] = [arrow.head, arrow.tail];
    [arrow.tail_label, arrow.head_label] = [arrow.head_label, arrow.tail_label];
  }

  #state() { return JSON.stringify({ figures: this.figures, current: this.current }); }

  #travel(from, to) {
    if (!from.length) return;
    to.push(this.#state());
    Object.assign(this, JSON.parse(from.pop()));
    if (!this.box(this.selected) && !this.arrow(this.selected)) this.selected = null;
    this.saved = false;
    this.#tell("change");
  }

  #countIds() {
    const ids = this.figures.flatMap((one) => [...one.boxes, ...one.arrows, ...one.remarks]).map((one) => Number(one.id.slice(1)));
    this.#last = Math.max(0, ...ids);
  }

  #id(letter) {
    this.#last += 1;
    return letter + this.#last;
  }

  #tell(what) { this.dispatchEvent(new Event(what)); }
}

function moved(point, across, down) {
  point[0] += across;
  point[1] += down;
}

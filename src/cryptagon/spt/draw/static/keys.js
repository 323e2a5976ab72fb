// The keyboard on the paper. Everything that the pointer can do, keys can do too.

import { GRID } from "./geometry.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  constructor(model, paper, writing, pointer, files) {
    Object.assign(this, { model, paper, writing, pointer, files });
    document.addEventListener("keydown", (event) => this.#anywhere(event));
    paper.root.addEventListener("keydown", (event) => this.#onPaper(event));
    paper.root.addEventListener("focusin", (event) => {
      const id = event.target.closest("[data-id]")?.dataset.id;
      if (id) model.select(id);
    });
  }

  /** Ctrl and a letter; not where text is written, but to save. */
  #anywhere(event) {
    if (event.key === "Escape") return this.#leaveOff();
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const written = event.target.closest("textarea, input");
    const key = event.key.toLowerCase();
    const action = {
      s: () => this.files.save(),
      z: () => !written && (event.shiftKey ? this.model.redo() : this.model.undo()),
      y: () => !written && this.model.redo(),
      d: () => !written && this.#copy(),
    }[key];
    if (!action || (written && key !== "s")) return;
    event.preventDefault();
    action();
  }

  #onPaper(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const box = this.model.box(this.model.selected), arrow = this.model.arrow(this.model.selected);
    if (!box && !arrow) return;
    const action = this.#action(event, box, arrow);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #action(event, box, arrow) {
    const { key } = event;
    if (key === "Delete" || key === "Backspace") return () => this.#remove(box ?? arrow);
    if (key === "Enter" && this.paper.connecting) return () => this.#connect(box);
    if (key === "Enter" || key === "F2") return () => (box ? this.writing.open(box) : document.querySelector("#chosen input").focus());
    if (key.toLowerCase() === "c" && box) return () => this.#begin(box);
    if (key in WAYS && box) return () => this.#move(box, WAYS[key], event.shiftKey ? 1 : GRID);
    return null;
  }

  #move(box, [across, down], by) {
    this.model.change(() => this.model.moveBox(box, across * by, down * by));
  }

  /** The focus goes to the element before. */
  #remove(one) {
    const before = this.paper.element(one.id)?.previousElementSibling;
    this.model.remove(one.id);
    (before ?? this.paper.desk).focus({ preventScroll: true });
  }

  #begin(box) {
    this.paper.connecting = box.id;
    this.paper.draw(false);
    this.files.say(`From "${box.text}": go to another box by Tab and press Enter; Esc leaves off`, "hint");
  }

  #connect(head) {
    const tail = this.model.box(this.paper.connecting);
    this.#leaveOff();
    if (!tail || !head || tail === head) return;
    const arrow = this.model.connect(tail, head);
    this.paper.element(arrow.id)?.focus({ preventScroll: true });
  }

  #copy() {
    const box = this.model.box(this.model.selected);
    if (box) this.paper.element(this.model.copy(box).id)?.focus({ preventScroll: true });
  }

  #leaveOff() {
    this.pointer.cancel();
    if (!this.paper.connecting) return;
    this.paper.connecting = null;
    this.files.hush();
    this.paper.draw(false);
  }
}

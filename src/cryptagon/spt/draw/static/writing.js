// The text of a box, written in its place.

export class Writing {
  #box = null;
  #isNew = false;

  constructor(model, paper) {
    Object.assign(this, { model, paper, area: document.getElementById("writing") });
    this.area.addEventListener("keydown", (event) => this.#key(event));
    this.area.addEventListener("blur", () => this.close());
    this.area.addEventListener("input", () => this.#grow());
  }

  /** Begin with the text of the box, all of it selected. */
  open(box, { isNew = false } = {}) {
    this.close();
    this.#box = box;
    this.#isNew = isNew;
    const { area } = this;
    const place = this.paper.placeOf(box);
    area.value = box.text;
    area.hidden = false;
    for (const side of ["left", "top"]) area.style[side] = `${place[side]}px`;
    area.style.minWidth = `${Math.max(place.width, 120)}px`;
    area.style.minHeight = `${Math.max(place.height, 30)}px`;
    this.#grow();
    area.focus();
    area.select();
  }

  /** Take the text; without `keep` it stays as it was. A new box that nothing was written in goes again. */
  close(keep = true) {
    const box = this.#box;
    if (!box) return;
    this.#box = null;
    const text = this.area.value.trim();
    this.area.hidden = true;
    if (this.#isNew && (!keep || !text)) return void this.model.undo();
    if (keep && text !== box.text) this.model.write(box, text, this.#isNew);
    this.paper.element(box.id)?.focus({ preventScroll: true });
  }

  #grow() {
    const lines = this.area.value.split("\n");
    this.area.rows = lines.length;
    this.area.cols = Math.max(...lines.map((line) => line.length), 8) + 2;
  }

  #key(event) {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      this.close(false);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.close();
    }
  }
}

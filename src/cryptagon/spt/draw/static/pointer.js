// Mouse, pen and touch on the paper.

import { inside, onBorder, snapped } from "./geometry.js";
import { svg } from "./paper.js";

const STILL = 3; // pixels that a click may move
const REACH = 12; // pixels at 100 %: what the reader of UXF takes as touching

export class Pointer {
  #drag = null;

  constructor(model, paper, writing) {
    Object.assign(this, { model, paper, writing });
    const { root } = paper;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("dblclick", (event) => this.#twice(event));
  }

  /** Give up what is being pulled, as if it had not begun. */
  cancel() {
    const begun = this.#drag?.begun;
    this.#drag = null;
    this.rubber?.remove();
    if (begun) this.model.abandon();
  }

  #down(event) {
    if (event.button !== 0 || this.#drag) return;
    const handle = event.target.closest("[data-handle]")?.dataset.handle;
    const id = handle ? this.model.selected : event.target.closest("[data-id]")?.dataset.id;
    this.model.select(id ?? null);
    if (!id) return;
    this.paper.element(id)?.focus({ preventScroll: true });
    event.preventDefault();
    this.paper.root.setPointerCapture(event.pointerId);
    const start = this.paper.point(event);
    this.#drag = { start, last: start, begun: false, ...this.#kind(id, handle) };
  }

  /** What a drag does at each step and at its end. */
  #kind(id, handle) {
    const box = this.model.box(id), arrow = this.model.arrow(id);
    if (handle === "connect") return { step: (to) => this.#rubber(box, to), done: (to) => this.#connect(box, to) };
    if (handle === "resize") return { changes: true, step: ([x, y]) => this.#resize(box, x, y) };
    if (handle?.startsWith("point")) {
      const place = Number(handle.slice(5));
      return { changes: true, step: (to) => this.#pull(arrow, place, to), done: (to) => this.#attach(arrow, place, to) };
    }
    if (handle?.startsWith("bend")) {
      const place = Number(handle.slice(4));
      return { changes: true, first: (at) => arrow.points.splice(place, 0, [...at]), step: (to) => this.#pull(arrow, place, to) };
    }
    return box ? { changes: true, step: (to, drag) => this.#shift(box, to, drag) } : { step: () => {} };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const to = this.paper.point(event);
    if (!drag.begun && !drag.moved) {
      if (Math.hypot(to[0] - drag.start[0], to[1] - drag.start[1]) * this.paper.zoom < STILL) return;
      drag.moved = true;
      if (drag.changes) {
        this.model.begin();
        drag.begun = true;
      }
      drag.first?.(drag.start);
    }
    drag.step(to, drag);
    if (drag.changes) this.model.step();
  }

  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    this.rubber?.remove();
    if (drag.moved) drag.done?.(this.paper.point(event));
    if (drag.begun) this.model.end();
  }

  #twice(event) {
    // The event itself is the paper's, which captured the pointer.
    const id = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-id]")?.dataset.id;
    if (this.model.box(id)) return this.writing.open(this.model.box(id));
    if (id) return document.querySelector("#chosen input")?.focus();
    const [x, y] = this.paper.point(event);
    return this.writing.open(this.model.addBox("", x - 20, y - 15), { isNew: true });
  }

  /** By steps of the grid. */
  #shift(box, [x, y], drag) {
    const across = snapped(x - drag.last[0]), down = snapped(y - drag.last[1]);
    if (!across && !down) return;
    this.model.moveBox(box, across, down);
    drag.last = [drag.last[0] + across, drag.last[1] + down];
  }

  #resize(box, x, y) {
    this.model.resize(box, Math.max(snapped(x - box.x), 20), Math.max(snapped(y - box.y), 20));
  }

  #pull(arrow, place, [x, y]) {
    arrow.points[place] = [Math.round(x), Math.round(y)];
    if (place === 0) arrow.tail = null;
    if (place === arrow.points.length - 1) arrow.head = null;
  }

  /** The end of an arrow belongs to the box that it was let go at. A bend in line with its neighbours is no bend. */
  #attach(arrow, place, to) {
    const last = arrow.points.length - 1;
    if (place > 0 && place < last) {
      straightened(arrow, place);
      return;
    }
    const box = this.#boxAt(to);
    if (!box) return;
    arrow.points[place] = onBorder(box, to);
    arrow[place ? "head" : "tail"] = box.id;
  }

  #rubber(box, [x, y]) {
    this.rubber ??= svg("path", { class: "rubber" });
    if (!this.rubber.isConnected) this.paper.layers.handles.append(this.rubber);
    this.rubber.setAttribute("d", `M${box.x + box.width / 2} ${box.y + box.height}L${x} ${y}`);
  }

  #connect(tail, to) {
    const head = this.#boxAt(to);
    if (head && head !== tail) this.model.connect(tail, head);
  }

  /** The smallest box there. */
  #boxAt([x, y]) {
    const wider = (box) => ({ x: box.x - REACH, y: box.y - REACH, width: box.width + 2 * REACH, height: box.height + 2 * REACH });
    const near = this.model.figure.boxes.filter((box) => inside(wider(box), [x, y]));
    const exact = near.filter((box) => inside(box, [x, y]));
    return (exact.length ? exact : near).sort((one, other) => one.width * one.height - other.width * other.height)[0];
  }
}

function straightened(arrow, place) {
  const [[x1, y1], [x, y], [x2, y2]] = arrow.points.slice(place - 1, place + 2);
  const away = Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / (Math.hypot(x2 - x1, y2 - y1) || 1);
  if (away < 5) arrow.points.splice(place, 1);
}

// The figure as SVG. Elements stay the same from drawing to drawing, so that the one with the focus keeps it.

import { extent, middle, snapped } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 15, EDGE = 30, MARGIN = 60, ROOM = 240;

/** A new SVG element with attributes, text and children. */
export function svg(name, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export class Paper {
  zoom = 1;
  left = 0;
  top = 0;
  judged = null; // what the reader said last
  connecting = null; // the box that an arrow is drawn from

  constructor(model) {
    this.model = model;
    this.root = document.getElementById("paper");
    this.desk = document.getElementById("desk");
    this.layers = Object.fromEntries(["ground", "remarks", "boxes", "arrows", "handles"].map((name) => [name, document.getElementById(name)]));
  }

  /** Everything anew; `settle` also fits the paper, which stays as it is during a drag. */
  draw(settle = true) {
    const { boxes, arrows, remarks } = this.model.figure;
    if (settle) this.#fit([...boxes, ...remarks], arrows);
    this.layers.remarks.replaceChildren(...remarks.flatMap(remark));
    this.#keyed(this.layers.boxes, boxes, (one, group) => this.#box(one, group));
    this.#keyed(this.layers.arrows, arrows, (one, group) => this.#arrow(one, group));
    this.#handles();
  }

  /** Another figure, from its corner on. */
  show() {
    const { left, top } = extent([...this.model.figure.boxes, ...this.model.figure.remarks], this.model.figure.arrows);
    Object.assign(this, { left: Math.min(0, snapped(left - EDGE)), top: Math.min(0, snapped(top - EDGE)) });
    this.draw();
    this.desk.scrollTo(0, 0);
  }

  /** The point of the paper under the pointer. */
  point(event) {
    const at = this.root.getBoundingClientRect();
    return [(event.clientX - at.left) / this.zoom + this.left, (event.clientY - at.top) / this.zoom + this.top];
  }

  /** The rectangle of a box within the desk, for what is laid over it. */
  placeOf(box) {
    const { zoom } = this;
    return { left: (box.x - this.left) * zoom, top: (box.y - this.top) * zoom, width: box.width * zoom, height: box.height * zoom };
  }

  element(id) { return this.root.querySelector(`[data-id="${id}"]`); }

  /** The middle of what is seen. */
  get view() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.desk;
    return [(scrollLeft + clientWidth / 2) / this.zoom + this.left, (scrollTop + clientHeight / 2) / this.zoom + this.top];
  }

  setZoom(zoom) {
    this.zoom = Math.min(Math.max(zoom, 0.25), 3);
    this.draw();
  }

  #fit(boxes, arrows) {
    const around = extent(boxes, arrows);
    const grown = (corner, first) => (first < corner ? snapped(first - MARGIN) : corner);
    this.#moveCorner(grown(this.left, around.left), grown(this.top, around.top));
    const width = Math.max(around.right - this.left + ROOM, this.desk.clientWidth / this.zoom);
    const height = Math.max(around.bottom - this.top + ROOM, this.desk.clientHeight / this.zoom);
    const place = { width: Math.floor(width * this.zoom), height: Math.floor(height * this.zoom) };
    const box = `${this.left} ${this.top} ${place.width / this.zoom} ${place.height / this.zoom}`;
    for (const [key, value] of Object.entries({ ...place, viewBox: box })) this.root.setAttribute(key, value);
    const ground = { x: this.left, y: this.top, width: "100%", height: "100%" };
    for (const [key, value] of Object.entries(ground)) this.layers.ground.setAttribute(key, value);
  }

  /** What is seen stays in its place where the paper grows to the left or upwards. */
  #moveCorner(left, top) {
    const [across, down] = [(this.left - left) * this.zoom, (this.top - top) * this.zoom];
    Object.assign(this, { left, top });
    if (across || down) requestAnimationFrame(() => this.desk.scrollBy(across, down));
  }

  /** A group for each element, made once, removed with it. */
  #keyed(layer, elements, drawn) {
    const groups = new Map([...layer.children].map((group) => [group.dataset.id, group]));
    for (const one of elements) {
      const group = groups.get(one.id) ?? layer.appendChild(svg("g", { "data-id": one.id, tabindex: 0, role: "button" }));
      groups.delete(one.id);
      const faults = this.faultsOf(one.id);
      const state = { faulty: faults.length > 0, selected: one.id === this.model.selected, source: one.id === this.connecting };
      for (const [name, on] of Object.entries(state)) group.classList.toggle(name, on);
      group.setAttribute("aria-pressed", String(state.selected));
      const { label, parts } = drawn(one, group);
      group.setAttribute("aria-label", [label, ...faults.map(({ fault }) => `fault: ${fault.what}`)].join("; "));
      group.replaceChildren(...parts, ...this.#mark(one, faults));
    }
    for (const group of groups.values()) group.remove();
  }

  /** The faults of an element with their numbers in the list. */
  faultsOf(id) {
    const found = (this.judged?.faults ?? []).map((fault, place) => ({ fault, number: place + 1 }));
    return found.filter(({ fault }) => fault.elements.includes(id));
  }

  #mark(one, faults) {
    if (!faults.length) return [];
    const { x, y } = one.points ? { x: one.points[0][0], y: one.points[0][1] } : one;
    const title = svg("title", {}, faults.map(({ fault }) => fault.what).join("\n"));
    const numbers = faults.map(({ number }) => number).join(",");
    const width = 12 + 7 * numbers.length;
    return [svg("g", { class: "mark" }, title,
      svg("rect", { x: x - width / 2, y: y - 9, width, height: 18, rx: 9 }), svg("text", { x, y: y + 4 }, numbers))];
  }

  #box(box, group) {
    group.classList.add("box");
    const lines = box.text.split("\n");
    const room = Math.max(Math.floor(box.height / LINE), 1);
    const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), "…"];
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const text = shown.map((line, place) => svg("text", { x, y: y + (place - (shown.length - 1) / 2) * LINE + 4 }, line));
    const words = this.judged?.words[box.id];
    const beside = words ? [svg("text", { class: "words", x: box.x + box.width + 5, y: y + 4 }, words)] : [];
    const outline = svg("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 4 });
    return { label: `box ${box.text.trim() || "without text"}`, parts: [outline, ...text, ...beside] };
  }

  #arrow(arrow, group) {
    group.classList.add("arrow");
    const d = `M${arrow.points.map((point) => point.join(" ")).join("L")}`;
    const tips = { ...(arrow.heads > 0 && { "marker-end": "url(#tip)" }), ...(arrow.heads > 1 && { "marker-start": "url(#tip)" }) };
    const type = this.judged?.types[arrow.id] ?? "";
    const at = middle(arrow.points);
    const parts = [svg("path", { class: "reach", d }), svg("path", { class: "line", d, ...tips })];
    const { tail, head, rest } = labels(arrow);
    const text = [type, ...rest].filter(Boolean).join(" ");
    if (text) parts.push(svg("text", { class: "type", x: at.x + 5, y: at.y + 4 }, text));
    parts.push(...this.#endLabel(tail, arrow.points[0], arrow.points[1]));
    parts.push(...this.#endLabel(head, arrow.points.at(-1), arrow.points.at(-2)));
    const name = (id) => this.model.box(id)?.text.replaceAll("\n", " ") ?? "nowhere";
    return { label: `arrow from ${name(arrow.tail)} to ${name(arrow.head)}${type && `, ${type} bits`}`, parts };
  }

  /** Beside an end of the arrow, a little along it. */
  #endLabel(label, end, next) {
    if (!label) return [];
    const length = Math.hypot(next[0] - end[0], next[1] - end[1]) || 1;
    const part = Math.min(16 / length, 0.4);
    const x = end[0] + part * (next[0] - end[0]) + 5, y = end[1] + part * (next[1] - end[1]) + 4;
    return [svg("text", { class: "end", x, y }, label)];
  }

  /** What can be pulled at the element that is selected. */
  #handles() {
    const box = this.model.box(this.model.selected), arrow = this.model.arrow(this.model.selected);
    const parts = [];
    if (box) {
      const x = box.x + box.width / 2, y = box.y + box.height + 12;
      parts.push(svg("circle", { class: "connect", "data-handle": "connect", cx: x, cy: y, r: 7 }, svg("title", {}, "Pull to another box to connect")));
      parts.push(svg("path", { class: "plus", d: `M${x - 3} ${y}h6m-3-3v6` }));
      parts.push(svg("rect", { class: "resize", "data-handle": "resize", x: box.x + box.width - 4, y: box.y + box.height - 4, width: 8, height: 8 }));
    }
    arrow?.points.forEach(([cx, cy], place) => parts.push(svg("circle", { class: "point", "data-handle": `point${place}`, cx, cy, r: 5.5 })));
    if (arrow) {
      const { x, y, place } = middle(arrow.points);
      parts.push(svg("circle", { class: "bend", "data-handle": `bend${place}`, cx: x, cy: y, r: 4.5 }, svg("title", {}, "Pull to bend the arrow")));
    }
    this.layers.handles.replaceChildren(...parts);
  }
}

/** A remark is shown, and left as it is. */
function remark(one) {
  const lines = one.text.split("\n").map((line, place) => svg("text", { x: one.x + 8, y: one.y + 18 + place * LINE }, line));
  return [svg("rect", { x: one.x, y: one.y, width: one.width, height: one.height }), ...lines];
}

/** What is written at the ends of an arrow, where a label in its middle may name both, and the rest. */
function labels(arrow) {
  const lines = arrow.label.split("\n").filter(Boolean);
  const both = lines.map((line) => line.match(/^(\w*)\s*(?:->|→)\s*(\w*)$/)).find(Boolean);
  const rest = lines.filter((line) => line !== both?.[0]);
  return { tail: arrow.tail_label || both?.[1], head: arrow.head_label || both?.[2], rest };
}

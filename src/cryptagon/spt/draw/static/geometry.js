// Places on the paper, in pixels at 100 %.

export const GRID = 10;
const LETTER = 7.5, LINE = 15, PADDING = 24;
const APART = 24; // pixels between two arrows at one side of a box

export const snapped = (value) => Math.round(value / GRID) * GRID;

/** Whether the point is in the box. */
export const inside = (box, [x, y]) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The size that a text needs. */
export function sizeOf(text) {
  const lines = text.split("\n");
  const longest = Math.max(...lines.map((line) => line.length));
  return { width: Math.max(snapped(longest * LETTER + PADDING), 40), height: snapped(lines.length * LINE + PADDING / 2) };
}

/** Around all of these boxes and points. */
export function extent(boxes, arrows) {
  const across = [...boxes.flatMap((box) => [box.x, box.x + box.width]), ...arrows.flatMap((one) => one.points.map(([x]) => x))];
  const down = [...boxes.flatMap((box) => [box.y, box.y + box.height]), ...arrows.flatMap((one) => one.points.map(([, y]) => y))];
  if (!across.length) return { left: 0, top: 0, right: 0, bottom: 0 };
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) };
}

/** The place of the box's border that is nearest to the point. */
export function onBorder(box, [x, y]) {
  const across = Math.min(Math.max(x, box.x), box.x + box.width);
  const down = Math.min(Math.max(y, box.y), box.y + box.height);
  const ways = [
    [Math.abs(y - box.y), [across, box.y]],
    [Math.abs(y - box.y - box.height), [across, box.y + box.height]],
    [Math.abs(x - box.x), [box.x, down]],
    [Math.abs(x - box.x - box.width), [box.x + box.width, down]],
  ];
  return ways.reduce((best, way) => (way[0] < best[0] ? way : best))[1];
}

/** The ends of a new arrow, each at the side that faces the other box, between the arrows that end there already. */
export function ends(tail, head, arrows) {
  const below = head.y >= tail.y + tail.height, above = head.y + head.height <= tail.y;
  const axis = below || above ? 1 : 0; // of the way from side to side; places along a side are on the other one
  const onward = axis ? below : head.x >= tail.x + tail.width;
  const sides = [new Side(tail, axis, onward), new Side(head, axis, !onward)];
  const places = sides.map((side, place) => side.room(sides[1 - place].middle, arrows, tail, head));
  return sides.map((side, place) => (axis ? [places[place], side.at] : [side.at, places[place]]));
}

/** A side of a box that arrows end at. */
class Side {
  constructor(box, axis, far) {
    const [start, length] = axis ? [box.y, box.height] : [box.x, box.width];
    Object.assign(this, { box, axis, at: far ? start + length : start });
    [this.from, this.length] = axis ? [box.x, box.width] : [box.y, box.height];
  }

  get middle() { return this.from + this.length / 2; }

  /** A place for one more, near the wished one. Where there is no room all are spread evenly, in the order that they have. */
  room(wished, arrows, tail, head) {
    const wish = Math.min(Math.max(wished, this.from + this.length / 4), this.from + (3 * this.length) / 4);
    const there = this.#ends(arrows);
    const beside = there.findLastIndex(({ arrow }) => arrow.tail === tail.id && arrow.head === head.id);
    const after = there.findIndex(({ place }) => place > wish);
    const number = beside >= 0 ? beside + 1 : after >= 0 ? after : there.length;
    const places = there.map(({ place }) => place);
    if ((places[number - 1] ?? -Infinity) + APART <= wish && wish <= (places[number] ?? Infinity) - APART) return wish;
    const spread = (one) => Math.round(this.from + (this.length * (one + 1)) / (there.length + 2));
    there.forEach(({ point }, one) => { point[1 - this.axis] = spread(one < number ? one : one + 1); });
    return spread(number);
  }

  /** The ends of arrows at this side, in their order along it. */
  #ends(arrows) {
    const found = arrows.flatMap((arrow) => [
      ...(arrow.tail === this.box.id ? [{ arrow, point: arrow.points[0] }] : []),
      ...(arrow.head === this.box.id ? [{ arrow, point: arrow.points.at(-1) }] : []),
    ]).filter(({ point }) => Math.abs(point[this.axis] - this.at) < 1);
    return found.map((one) => ({ ...one, place: one.point[1 - this.axis] })).sort((one, other) => one.place - other.place);
  }
}

/** The middle of the longest part of a line, and its direction. */
export function middle(points) {
  let best = { length: -1 };
  for (let place = 1; place < points.length; place += 1) {
    const [[x1, y1], [x2, y2]] = [points[place - 1], points[place]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length > best.length) best = { length, x: (x1 + x2) / 2, y: (y1 + y2) / 2, place };
  }
  return best;
}

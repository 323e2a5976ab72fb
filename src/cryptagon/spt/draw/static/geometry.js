// Places on the paper, in pixels at 100 %.

export const GRID = 10;
const LETTER = 7.5, LINE = 15, PADDING = 24;
const APART = 10; // pixels between two arrows at one side of a box: the reader tells their order by it

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

/** The ends of a new arrow, each at the side that faces the other box, and beside the arrows that end there already. */
export function ends(tail, head, taken) {
  const below = head.y >= tail.y + tail.height, above = head.y + head.height <= tail.y;
  if (below || above) {
    const from = below ? tail.y + tail.height : tail.y, to = below ? head.y : head.y + head.height;
    const start = free(clamped(head.x + head.width / 2, tail.x, tail.width), tail.x, tail.width, at(taken, 1, from));
    const stop = free(clamped(tail.x + tail.width / 2, head.x, head.width), head.x, head.width, at(taken, 1, to));
    return [[start, from], [stop, to]];
  }
  const right = head.x >= tail.x + tail.width;
  const from = right ? tail.x + tail.width : tail.x, to = right ? head.x : head.x + head.width;
  const start = free(clamped(head.y + head.height / 2, tail.y, tail.height), tail.y, tail.height, at(taken, 0, from));
  const stop = free(clamped(tail.y + tail.height / 2, head.y, head.height), head.y, head.height, at(taken, 0, to));
  return [[from, start], [to, stop]];
}

/** Where arrows touch a side, along it. */
const at = (points, axis, side) => points.filter((point) => Math.abs(point[axis] - side) < 1).map((point) => point[1 - axis]);

const clamped = (value, from, length) => Math.min(Math.max(value, from + length / 4), from + (3 * length) / 4);

/** The place nearest to the wished one that is apart from those taken. */
function free(wish, from, length, taken) {
  const isFree = (place) => place >= from && place <= from + length && taken.every((one) => Math.abs(one - place) >= APART);
  for (let step = 0; step <= length; step += 1) {
    for (const place of [wish + step, wish - step]) if (isFree(place)) return place;
  }
  return wish;
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

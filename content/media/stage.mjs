/** What lesson videos are drawn with, in a browser's canvas: the frame around a scene, and its pen. */

export const [width, height] = [640, 360];
export const colours = {
  back: "#0f1c26",
  panel: "#1b2f3d",
  line: "#5b7486",
  ink: "#e8eef2",
  dim: "#9fb2bf",
  teal: "#3cc9a7",
  copper: "#e0a060",
  blue: "#6aa8ff",
  red: "#ff7a6b",
};
const font = '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';

/** From 0 to 1 while `value` goes from `from` to `to`. */
export const between = (value, from, to) => Math.min(1, Math.max(0, (value - from) / (to - from)));
export const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** A pen for a canvas: what scenes draw with, in a field of 380 × 230. */
export function penOf(context) {
  const pen = {
    text(x, y, words, { size = 15, colour = colours.ink, align = "center", weight = 400, alpha = 1 } = {}) {
      context.globalAlpha = alpha;
      context.font = `${weight} ${size}px ${font}`;
      context.textAlign = align;
      context.textBaseline = "middle";
      context.fillStyle = colour;
      context.fillText(words, x, y);
      context.globalAlpha = 1;
    },
    box(
      x,
      y,
      w,
      h,
      words = "",
      { fill = colours.panel, edge = colours.line, ink = colours.ink, alpha = 1, size = 15 } = {},
    ) {
      context.globalAlpha = alpha;
      context.beginPath();
      context.roundRect(x, y, w, h, 6);
      if (fill) {
        context.fillStyle = fill;
        context.fill();
      }
      if (edge) {
        context.strokeStyle = edge;
        context.lineWidth = 2;
        context.stroke();
      }
      context.globalAlpha = 1;
      if (words) pen.text(x + w / 2, y + h / 2 + 1, words, { size, colour: ink, alpha });
    },
    line(points, { colour = colours.line, thick = 2, dash = [], alpha = 1 } = {}) {
      context.globalAlpha = alpha;
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.setLineDash(dash);
      context.lineJoin = "round";
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    },
    dot(x, y, r = 6, { colour = colours.copper, alpha = 1 } = {}) {
      context.globalAlpha = alpha;
      context.beginPath();
      context.arc(x, y, r, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    },
    arrow(x1, y1, x2, y2, { colour = colours.line, part = 1, alpha = 1 } = {}) {
      if (part <= 0) return;
      const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
      const way = Math.atan2(y2 - y1, x2 - x1);
      pen.line(
        [
          [x1, y1],
          [x, y],
        ],
        { colour, alpha },
      );
      const barb = (turn) => [x - 9 * Math.cos(way + turn), y - 9 * Math.sin(way + turn)];
      pen.line([barb(0.45), [x, y], barb(-0.45)], { colour, alpha });
    },
    /** A curve over x from `x` to `x + w`; `shape` is given 0 to 1 and answers with y. */
    curve(x, w, shape, style = {}, part = 1) {
      const steps = Math.max(2, Math.round(w * part));
      pen.line(
        range(steps, (at) => [x + (w * part * at) / (steps - 1), shape((part * at) / (steps - 1))]),
        { thick: 2.5, ...style },
      );
    },
    /** Levels of a digital signal, each as wide as said: `[[level, width], …]`. */
    levels(x, y, h, steps, style = {}) {
      let at = x;
      const points = [];
      for (const [level, wide] of steps) {
        points.push([at, y - level * h], [at + wide, y - level * h]);
        at += wide;
      }
      pen.line(points, { thick: 2.5, colour: colours.teal, ...style });
    },
  };
  return pen;
}

/** Words in lines that fit a width. */
function linesOf(context, words, most) {
  const lines = [""];
  for (const part of words.match(/[\w.+/-]+|\s|./gu) ?? []) {
    const longer = lines.at(-1) + part;
    if (context.measureText(longer).width > most && lines.at(-1) !== "") lines.push(part.trim());
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The same lines, about as long as one another: no last one of a single letter. */
function evenLinesOf(context, words, most) {
  const lines = linesOf(context, words, most);
  let even = lines;
  for (let width = most; width > 60 && linesOf(context, words, width).length === lines.length; width -= 8)
    even = linesOf(context, words, width);
  return even;
}

/**
 * Draws one frame of a lesson.
 * @param lesson its `title` and `slides`, each with `at`, `title`, `points` and its end `until`, in seconds
 * @param scene draws what a slide is about: `scene(pen, slide, part, seconds)`, part from 0 to 1
 * @param seconds the moment
 */
export function drawFrame(context, { title, slides, seconds: length }, scene, seconds) {
  const pen = penOf(context);
  const number = Math.max(
    0,
    slides.findLastIndex(({ at }) => at <= seconds),
  );
  const slide = slides[number];
  const part = between(seconds, slide.at, slide.until);
  context.fillStyle = colours.back;
  context.fillRect(0, 0, width, height);
  pen.text(24, 32, slide.title, { size: 22, align: "left", weight: 600 });
  pen.text(616, 32, `${number + 1} / ${slides.length}`, { size: 13, align: "right", colour: colours.dim });
  context.save();
  context.translate(24, 62);
  context.beginPath();
  context.rect(-24, -16, 408, 250);
  context.clip();
  scene(pen, number, part, seconds - slide.at);
  context.restore();
  let y = 88;
  for (const [index, point] of slide.points.entries()) {
    const alpha = between(
      part,
      (index * 0.7) / slide.points.length,
      (index * 0.7) / slide.points.length + 0.04,
    );
    context.font = `400 17px ${font}`;
    pen.dot(430, y, 3.5, { colour: colours.teal, alpha });
    for (const words of evenLinesOf(context, point, 176)) {
      pen.text(442, y, words, { size: 17, align: "left", alpha });
      y += 25;
    }
    y += 13;
  }
  pen.text(24, 342, title, { size: 12, align: "left", colour: colours.dim });
  context.fillStyle = colours.teal;
  context.fillRect(0, 356, (width * seconds) / length, 4);
}

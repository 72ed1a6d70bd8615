import { between, colours, range } from "./stage.mjs";

/** Scenes of the lessons about inference and pictures; see radio-scenes.mjs. */
const { teal, copper, blue, red, dim, line: grey, panel, ink } = colours;
const cells = (columns, rows, make) =>
  range(columns * rows, (at) => make(at % columns, Math.floor(at / columns)));

function histogram(pen, x, w, height, colour) {
  const count = 28;
  for (const at of range(count, (index) => index)) {
    const tall = 110 * height(at / (count - 1));
    pen.box(x + (at * w) / count, 180 - tall, w / count - 2, Math.max(1, tall), "", {
      fill: colour,
      edge: null,
    });
  }
  pen.line([
    [x, 182],
    [x + w, 182],
  ]);
}
const bell = (middle, wide) => (x) => Math.exp(-(((x - middle) / wide) ** 2));

function graph(pen, boxes, p, style) {
  for (const [at, [name, x, y]] of boxes.entries()) {
    const alpha = between(p, at * 0.08, at * 0.08 + 0.05);
    const before = boxes[at - 1];
    if (before && before[1] === x && alpha) pen.arrow(x + 48, before[2] + 38, x + 48, y - 2, { alpha });
    if (before && before[1] !== x) {
      const [fold, from, to] = [(before[1] + 96 + x) / 2, before[2] + 18, y + 18];
      pen.line(
        [
          [before[1] + 96, from],
          [fold, from],
          [fold, to],
        ],
        { alpha },
      );
      if (alpha) pen.arrow(fold, to, x - 2, to, { alpha });
    }
    pen.box(x, y, 96, 36, name, { size: 14, alpha, ...style(at) });
  }
}
const network = [
  ["输入", 10, 0],
  ["Conv", 10, 62],
  ["Bias", 10, 124],
  ["ReLU", 10, 186],
  ["Conv", 150, 0],
  ["Concat", 150, 62],
  ["输出", 150, 124],
];

/** Candidates around two people: `[x, y, w, h, score]`. */
const candidates = [
  [60, 50, 70, 140, 0.92],
  [70, 58, 72, 136, 0.81],
  [50, 44, 76, 140, 0.64],
  [230, 60, 64, 130, 0.88],
  [240, 54, 66, 134, 0.7],
];
function people(pen) {
  for (const x of [96, 262]) {
    pen.dot(x, 84, 16, { colour: "#33505f" });
    pen.box(x - 22, 102, 44, 80, "", { fill: "#33505f", edge: null });
  }
}

const filters = [
  ["#58b368", "#d95f59"],
  ["#4f7fd6", "#58b368"],
];
function mosaic(pen, shown) {
  for (const [x, y] of cells(10, 6, (column, row) => [column, row])) {
    const colour = shown(x, y);
    if (colour) pen.box(x * 36, y * 36, 34, 34, "", { fill: colour, edge: null });
  }
}
const scene = (x, y) => `hsl(${200 - y * 26},${40 + x * 4}%,${30 + ((x * 7 + y * 11) % 5) * 7}%)`;

/** A wave with noise that is the same each time. */
const noisy = (x, much) =>
  110 - 50 * Math.sin(x * 6) - much * (Math.sin(x * 171) + Math.sin(x * 97 + 2)) * 12;

export const visionScenes = {
  "npu-mac"(pen, k, _p, s) {
    if (k === 0) {
      const [kx, ky] = [Math.floor(s * 2) % 6, Math.floor(s / 3) % 4];
      for (const [x, y] of cells(8, 6, (column, row) => [column, row])) {
        const on = x >= kx && x < kx + 3 && y >= ky && y < ky + 3;
        pen.box(10 + x * 28, 14 + y * 32, 25, 28, "", { fill: on ? copper : panel, edge: null });
      }
      pen.arrow(240, 108, 286, 108, { colour: dim });
      pen.text(300, 108, "Σ a × b", { align: "left", size: 20, colour: teal });
    }
    if (k === 1) {
      for (const [at, name] of ["取指", "译码", "预测", "缓存"].entries())
        pen.box(10 + (at % 2) * 120, 10 + Math.floor(at / 2) * 56, 110, 46, name);
      for (const at of range(4, (index) => index))
        pen.box(270, 10 + at * 26, 100, 22, at === Math.floor(s * 3) % 4 ? "a × b + c" : "", {
          fill: at === Math.floor(s * 3) % 4 ? copper : panel,
          size: 12,
          ink: "#0f1c26",
        });
      pen.text(190, 170, "一个周期：几个到几十个", { colour: copper });
    }
    if (k >= 2) {
      const fed = k === 2 ? 1 : 0.35;
      for (const [x, y] of cells(12, 7, (column, row) => [column, row])) {
        const on = (x + y) % 6 === Math.floor(s * 4) % 6 && (fed === 1 || x < 4);
        pen.box(60 + x * 26, 10 + y * 26, 23, 23, "", {
          fill: on ? teal : x / 12 < fed || fed === 1 ? "#1f4a4a" : panel,
          edge: null,
        });
      }
      pen.arrow(6, 100, 54, 100, { colour: k === 2 ? teal : red });
      pen.text(210, 212, k === 2 ? "一个周期：几千次乘加" : "通道太少、带宽不够：大半闲着", {
        colour: k === 2 ? teal : red,
      });
    }
  },
  "onnx-graph"(pen, k, p) {
    if (k === 0) {
      graph(pen, network, p * 1.4, () => ({}));
      for (const [at, name] of ["权重", "偏置"].entries())
        if (p > 0.7) pen.box(284, at * 62, 84, 36, name, { edge: copper, size: 14 });
    }
    if (k === 1) {
      graph(pen, network, 1, () => ({}));
      for (const [at, words] of [
        "1×3×640×640",
        "1×32×320×320",
        "1×32×320×320",
        p < 0.55 ? "?" : "1×32×320×320",
      ].entries())
        pen.text(256, 18 + at * 56, words, {
          size: 13,
          align: "left",
          colour: words === "?" ? red : copper,
          alpha: between(p, at * 0.15, at * 0.15 + 0.05),
        });
    }
    if (k === 2) {
      graph(pen, network, 1, (at) =>
        p < at * 0.08 ? {} : at === 5 ? { fill: "#4d2724", edge: red } : { fill: "#14463f", edge: teal },
      );
      pen.text(300, 80, "不支持", { colour: red, alpha: between(p, 0.5, 0.55) });
      pen.text(300, 18, "NPU", { colour: teal });
    }
    if (k === 3) {
      const near = between(p, 0.1, 0.45);
      for (const [at, name] of ["Conv", "Bias", "ReLU"].entries())
        pen.box(20 + 60 * near, 14 + at * 70 + (1 - at) * 62 * near, 110, 44, near === 1 ? "" : name, {
          alpha: near === 1 && at !== 1 ? 0 : 1,
          fill: near === 1 ? "#14463f" : panel,
          edge: teal,
        });
      if (near === 1) pen.text(135, 107, "融合算子", { size: 16 });
      if (p > 0.6) {
        pen.arrow(200, 106, 260, 106, { colour: copper });
        pen.box(266, 76, 106, 60, "model.om", { edge: copper });
      }
    }
  },
  "int8-scale"(pen, k, p) {
    if (k === 0) {
      const step = 4 + 24 * between(p, 0.1, 0.6);
      pen.curve(20, 340, (x) => 100 - 70 * bell(0.5, 0.22)(x), { colour: blue });
      pen.line([
        [20, 104],
        [360, 104],
      ]);
      for (let x = 20; x <= 360; x += step)
        pen.line(
          [
            [x, 104],
            [x, 122],
          ],
          { colour: copper },
        );
      pen.text(190, 160, "实数 ≈ 尺度 ×（格号 − 零点）", { size: 17 });
    }
    if (k === 1) {
      histogram(pen, 0, 170, bell(0.5, 0.22), blue);
      pen.text(85, 204, "权重：对称", { size: 14 });
      if (p > 0.45) histogram(pen, 205, 170, (x) => Math.exp(-x * 4) * 0.95, teal);
      if (p > 0.45) pen.text(290, 204, "激活：不小于零", { size: 14 });
    }
    if (k === 2) {
      const out = between(p, 0.15, 0.5) - between(p, 0.8, 0.95);
      histogram(
        pen,
        10,
        360,
        (x) => Math.max(bell(0.5 - 0.34 * out, 0.22 * (1 - 0.75 * out))(x), out > 0.5 && x > 0.97 ? 0.12 : 0),
        out > 0.5 ? red : teal,
      );
      if (out > 0.5) pen.text(340, 150, "离群值", { size: 13, colour: red });
      if (p > 0.9) pen.text(190, 30, "截断之后", { colour: teal });
    }
    if (k === 3)
      for (const [at, tall] of [150, 12, 60, 24, 110, 8].entries()) {
        const own = p > 0.45;
        pen.box(14 + at * 60, 190 - tall, 44, tall, "", { fill: blue, edge: null });
        pen.line(
          [
            [14 + at * 60, 190 - (own ? tall : 150)],
            [58 + at * 60, 190 - (own ? tall : 150)],
          ],
          { colour: own ? teal : red, thick: 3 },
        );
        pen.text(36 + at * 60, 208, `通道 ${at + 1}`, { size: 12, colour: dim });
      }
  },
  "yolo-nms"(pen, k, p, s) {
    if (k === 0) {
      people(pen);
      const kept = between(p, 0.5, 0.7);
      for (const at of range(70, (index) => index))
        pen.box(
          ((at * 53) % 330) + 4,
          ((at * 37) % 150) + 6,
          26 + ((at * 13) % 40),
          24 + ((at * 29) % 44),
          "",
          { fill: null, edge: grey, alpha: 0.8 * (1 - kept) },
        );
      if (kept > 0.5)
        for (const [x, y, w, h] of candidates) pen.box(x, y, w, h, "", { fill: null, edge: copper });
      pen.text(190, 212, kept > 0.5 ? "按分数过滤之后" : "8400 个候选", {
        colour: kept > 0.5 ? copper : dim,
      });
    }
    if (k === 1) {
      people(pen);
      for (const [at, [x, y, w, h, score]] of candidates.entries())
        if (p > at * 0.13) {
          pen.box(x, y, w, h, "", { fill: null, edge: copper });
          pen.text([60, 98, 136, 244, 282][at], 212, score.toFixed(2), { size: 14, colour: copper });
        }
    }
    if (k === 2) {
      const away = 20 + 90 * (0.5 + 0.5 * Math.sin(s * 0.9));
      pen.box(70, 30, 130, 120, "", { fill: null, edge: blue });
      pen.box(70 + away, 30 + away * 0.3, 130, 120, "", { fill: null, edge: copper });
      const both = Math.max(0, 130 - away) * Math.max(0, 120 - away * 0.3);
      pen.box(70 + away, 30 + away * 0.3, 130 - away, 120 - away * 0.3, "", {
        fill: "#3cc9a755",
        edge: null,
      });
      pen.text(190, 208, `IoU = ${(both / (2 * 130 * 120 - both)).toFixed(2)}`, { size: 20, colour: teal });
    }
    if (k === 3) {
      people(pen);
      for (const [at, [x, y, w, h]] of candidates.entries()) {
        const best = at === 0 || at === 3;
        const alpha = best ? 1 : 1 - between(p, at < 3 ? 0.2 : 0.45, at < 3 ? 0.3 : 0.55);
        pen.box(x, y, w, h, "", { fill: null, edge: best ? teal : red, alpha });
      }
      pen.text(190, 212, "留下最好的，去掉与它太像的", { colour: dim, size: 14 });
    }
  },
  "isp-pipeline"(pen, k, p) {
    if (k === 0) mosaic(pen, (x, y) => (x + y * 10 < p * 90 ? filters[y % 2][x % 2] : null));
    if (k === 1) {
      const low = 0.25 * (1 - between(p, 0.15, 0.4));
      mosaic(pen, (x, y) => {
        const far = Math.hypot(x - 4.5, (y - 2.5) * 1.5) / 7;
        const dark = 1 - far * (1 - between(p, 0.65, 0.9)) * 0.8;
        const bad = x === 6 && y === 2 && p < 0.55;
        return bad ? "#ffffff" : `hsl(205,20%,${Math.round(40 * dark + low * 60)}%)`;
      });
    }
    if (k === 2)
      mosaic(pen, (x, y) =>
        x + y * 10 < between(p, 0, 0.5) * 66
          ? p < 0.65
            ? `hsl(110,25%,${30 + ((x * 7 + y * 11) % 5) * 7}%)`
            : scene(x, y)
          : filters[y % 2][x % 2],
      );
    if (k === 3) {
      const calm = between(p, 0.1, 0.4);
      pen.curve(0, 200, (x) => noisy(x, 1 - calm), { colour: teal });
      pen.text(100, 205, "降噪", { size: 14 });
      pen.line([
        [230, 190],
        [370, 190],
      ]);
      pen.line([
        [230, 190],
        [230, 40],
      ]);
      pen.curve(230, 140, (x) => 190 - 140 * x ** (1 - 0.55 * between(p, 0.6, 0.85)), { colour: copper });
      pen.text(300, 210, "伽马", { size: 14 });
      pen.text(100, 24, calm < 0.5 ? "有噪声" : "平滑", { size: 13, colour: ink });
    }
  },
};

import { between, colours, range } from "./stage.mjs";

/** Scenes of the lessons about microcontrollers, motors and boards; see radio-scenes.mjs. */
const { teal, copper, blue, red, dim, line: grey } = colours;

const frame = [1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1];
const bitWide = 29;
function serial(pen, shown, y = 110) {
  pen.levels(
    16,
    y,
    56,
    frame.slice(0, shown).map((level) => [level, bitWide]),
  );
}

/** A motor's speed under P, I and D, once a millisecond, from rest towards 1. */
function response(kp, ki, kd) {
  const dt = 0.002;
  let [speed, force, sum, before] = [0, 0, 0, 0];
  return range(1000, () => {
    const error = 1 - speed;
    sum += error * dt;
    const wanted = kp * error + ki * sum - (kd * (speed - before)) / dt;
    before = speed;
    force += ((wanted - force) * dt) / 0.08;
    speed += ((force - 0.25 - speed) * dt) / 0.25;
    speed = Math.max(0, speed);
    return speed;
  });
}
const answers = {
  slow: response(1.2, 0, 0),
  wild: response(14, 0, 0),
  whole: response(4, 18, 0),
  calm: response(5, 12, 0.25),
};
function step(pen, name, colour, p) {
  pen.curve(
    20,
    350,
    (x) => 190 - 100 * Math.min(1.8, answers[name][Math.floor(x * 700)]),
    { colour },
    Math.max(0.02, p),
  );
}
function axes(pen) {
  pen.line([
    [20, 10],
    [20, 190],
    [372, 190],
  ]);
  pen.line(
    [
      [20, 90],
      [372, 90],
    ],
    { dash: [5, 5], colour: copper },
  );
  pen.text(368, 76, "目标", { size: 13, colour: copper, align: "right" });
}

function dial(pen, x, turn, words) {
  pen.line(
    range(61, (at) => [x + 84 * Math.cos((at * Math.PI) / 30), 100 + 84 * Math.sin((at * Math.PI) / 30)]),
  );
  pen.arrow(x, 100, x + 80 * Math.cos(turn), 100 - 80 * Math.sin(turn), { colour: teal });
  if (words) pen.text(x, 208, words, { size: 14, colour: dim });
}
const phases = (pen, x, w, s) => {
  for (const at of range(3, (index) => index))
    pen.curve(x, w, (along) => 100 - 62 * Math.sin(along * 9 + s * 2 + (at * 2 * Math.PI) / 3), {
      colour: [red, copper, blue][at],
    });
};

function plane(pen, slot) {
  pen.box(6, 20, 366, 176, "", { fill: "#23404a", edge: null });
  if (slot) pen.box(176, 60, 26, 136, "", { fill: colours.back, edge: null });
  pen.line(
    [
      [30, 130],
      [350, 130],
    ],
    { colour: copper, thick: 4 },
  );
  pen.dot(30, 130, 8);
  pen.dot(350, 130, 8);
}
const flowing = (pen, points, s, colour) => {
  pen.line(points, { colour, dash: [10, 8], thick: 2.5 });
  const at = ((s / 2) % 1) * (points.length - 1);
  const [from, to] = [points[Math.floor(at)], points[Math.ceil(at)]];
  pen.dot(from[0] + (to[0] - from[0]) * (at % 1), from[1] + (to[1] - from[1]) * (at % 1), 5, { colour });
};

const square = (x, count) =>
  range(count, (at) => Math.sin((2 * at + 1) * x) / (2 * at + 1)).reduce((sum, part) => sum + part, 0);

export const boardScenes = {
  "uart-frame"(pen, k, p) {
    const names = ["空闲", "起始", ..."12345678", "停止", "空闲"];
    const shown =
      k === 0 ? 1 + Math.min(1, Math.floor(p * 2.2)) : k === 1 ? 2 + Math.min(8, Math.floor(p * 11)) : 12;
    serial(pen, shown);
    for (const [at, name] of names.entries())
      if (at < shown)
        pen.text(30 + at * bitWide, 138, name, { size: 12, colour: at === 1 || at === 10 ? copper : dim });
    if (k === 1) pen.text(190, 176, "0x41：低位在前  1000 0010", { size: 16 });
    if (k >= 2)
      for (const at of range(9, (index) => index)) {
        const late = k === 3 ? 1 + 0.055 * between(p, 0.1, 0.6) : 1;
        const x = 16 + bitWide + bitWide * (at + 1.5) * late;
        const wrong = Math.floor((x - 16) / bitWide) !== at + 2;
        if (k === 3 || p * 12 > at)
          pen.line(
            [
              [x, 44],
              [x, 120],
            ],
            { colour: wrong ? red : blue, thick: 2 },
          );
      }
    if (k === 3) pen.text(190, 184, "误差 5.5% 时，最后一位已经采到边上", { colour: red, size: 14 });
  },
  "foc-transforms"(pen, k, p, s) {
    if (k === 0) {
      phases(pen, 10, 360, s);
      pen.text(190, 200, "ia + ib + ic = 0", { size: 17 });
    }
    if (k === 1) {
      phases(pen, 0, 150, s);
      pen.arrow(158, 100, 186, 100, { colour: dim });
      dial(pen, 284, s * 2, "α、β：匀速旋转");
    }
    if (k === 2) {
      dial(pen, 100, s * 2, "站在外面看");
      dial(pen, 284, Math.PI / 2, "站在转子上看");
      pen.line(
        [
          [200, 100],
          [368, 100],
        ],
        { colour: grey, dash: [4, 4] },
      );
      pen.line(
        [
          [284, 16],
          [284, 184],
        ],
        { colour: grey, dash: [4, 4] },
      );
      pen.text(360, 90, "d", { size: 14, colour: copper });
      pen.text(294, 24, "q", { size: 14, colour: copper });
    }
    if (k === 3) {
      for (const [at, [name, value, colour]] of [
        ["d = 0", 3, grey],
        ["q = 转矩", 110 * between(p, 0.1, 0.4), teal],
      ].entries()) {
        pen.box(30 + at * 90, 170 - value, 56, value, "", { fill: colour, edge: null });
        pen.text(58 + at * 90, 190, name, { size: 14 });
      }
      pen.box(240, 40, 110, 50, "PI", { edge: teal, size: 20 });
      pen.box(240, 130, 110, 50, "逆变换", { edge: copper });
      pen.arrow(186, 65, 236, 65, { colour: teal });
      pen.arrow(295, 92, 295, 126, { colour: copper });
    }
  },
  "pid-step"(pen, k, p) {
    axes(pen);
    const part = between(p, 0.05, 0.75);
    if (k === 0) step(pen, "slow", teal, part);
    if (k === 1) {
      step(pen, "slow", blue, part);
      step(pen, "wild", red, part);
      pen.text(200, 208, "蓝：P 太小　红：P 太大", { size: 13, colour: dim });
    }
    if (k === 2) step(pen, "whole", teal, part);
    if (k === 3) {
      step(pen, "whole", grey, 1);
      step(pen, "calm", teal, part);
      pen.text(200, 208, "灰：P + I　绿：再加 D", { size: 13, colour: dim });
    }
  },
  "buck-ldo"(pen, k, p, s) {
    if (k === 0) {
      pen.box(10, 70, 70, 60, "5 V");
      pen.box(150, 70, 90, 60, "LDO", { edge: red, fill: "#4d2724" });
      pen.box(305, 70, 70, 60, "3.3 V", { edge: teal });
      pen.arrow(84, 100, 146, 100, { colour: copper });
      pen.arrow(244, 100, 301, 100, { colour: teal });
      for (const at of range(3, (index) => index))
        pen.curve(166 + at * 24, 14, (x) => 60 - 30 * ((s / 2 + at / 3) % 1) + 4 * Math.sin(x * 6), {
          colour: red,
          alpha: 1 - ((s / 2 + at / 3) % 1),
        });
      pen.text(195, 170, "1.7 V × 电流 = 热", { colour: red });
    }
    if (k === 1 || k === 2) {
      const shift = (s * 20) % 80;
      const waves = range(7, (at) => at).flatMap(() => [
        [1, 22],
        [0, 58],
      ]);
      pen.levels(-shift, k === 1 ? 150 : 90, k === 1 ? 90 : 50, waves, { colour: copper });
      if (k === 1) pen.text(190, 190, "12 V × 27.5% ≈ 3.3 V", { size: 17 });
      if (k === 2) {
        pen.curve(
          0,
          380,
          (x) => {
            const at = (x * 380 + shift) % 80;
            return 140 - (at < 22 ? at / 22 : 1 - (at - 22) / 58) * 26;
          },
          { colour: blue },
        );
        pen.line(
          [
            [0, 180],
            [380, 180],
          ],
          { colour: teal, thick: 3 },
        );
        pen.text(190, 205, "方波 → 三角电流 → 直流", { size: 14, colour: dim });
      }
    }
    if (k === 3)
      for (const [at, [use, pick, colour]] of [
        ["压差大、电流大", "降压", copper],
        ["怕噪声、电流小", "LDO", teal],
        ["两样都要", "降压 + LDO", blue],
      ].entries()) {
        const alpha = between(p, at * 0.25, at * 0.25 + 0.1);
        pen.text(150, 40 + at * 66, use, { align: "right", alpha });
        pen.arrow(164, 40 + at * 66, 206, 40 + at * 66, { alpha });
        pen.box(216, 16 + at * 66, 150, 48, pick, { edge: colour, alpha });
      }
  },
  "return-path"(pen, k, p, s) {
    if (k === 0) {
      pen.box(10, 70, 70, 80, "发送");
      pen.box(300, 70, 70, 80, "接收");
      flowing(
        pen,
        [
          [80, 86],
          [190, 86],
          [300, 86],
        ],
        s,
        copper,
      );
      if (p > 0.4)
        flowing(
          pen,
          [
            [300, 136],
            [190, 136],
            [80, 136],
          ],
          s,
          teal,
        );
      if (p > 0.4) pen.text(190, 164, "回程在地上", { size: 14, colour: teal });
    }
    if (k === 1) {
      plane(pen, false);
      for (const at of range(7, (index) => index))
        pen.line(
          [
            [350, 130],
            [190, 130 + (at - 3) * 20],
            [30, 130],
          ],
          { colour: teal, alpha: 0.8, dash: [6, 6] },
        );
    }
    if (k === 2) {
      plane(pen, false);
      for (const at of [-1, 0, 1])
        flowing(
          pen,
          [
            [350, 138 + at * 5],
            [190, 138 + at * 5],
            [30, 138 + at * 5],
          ],
          s + (at + 1) * 0.3,
          teal,
        );
    }
    if (k === 3) {
      plane(pen, true);
      flowing(
        pen,
        [
          [350, 138],
          [214, 138],
          [206, 44],
          [172, 44],
          [164, 138],
          [30, 138],
        ],
        s,
        red,
      );
      pen.text(190, 212, "绕远路：环路变大", { size: 14, colour: red });
    }
  },
  "scope-probe"(pen, k, p) {
    const edge = (x, tau) => (x < 0.3 ? 160 : 160 - 100 * (1 - Math.exp(-(x - 0.3) / tau)));
    if (k === 0) {
      pen.curve(10, 360, (x) => edge(x, 0.008), { colour: grey });
      pen.curve(10, 360, (x) => edge(x, 0.01 + 0.09 * between(p, 0.3, 0.6)), { colour: teal });
      pen.text(190, 200, p < 0.3 ? "没有探头" : "接上 10 pF 的探头", { size: 14, colour: dim });
    }
    if (k === 1) {
      const count = [1, 2, 3, 5][Math.min(3, Math.floor(p * 4))];
      pen.curve(10, 360, (x) => 105 - 76 * square(x * 12.5, count), { colour: teal });
      pen.text(190, 206, `带宽到 ${2 * count - 1} 次谐波`, { size: 15 });
    }
    if (k === 2) {
      const ring = 1 - between(p, 0.55, 0.65);
      pen.curve(
        10,
        360,
        (x) =>
          edge(x, 0.008) - (x > 0.3 ? ring * 46 * Math.exp(-(x - 0.3) * 7) * Math.sin((x - 0.3) * 90) : 0),
        { colour: ring ? red : teal },
      );
      pen.text(190, 200, ring ? "长地线夹" : "接地弹簧", { size: 15, colour: ring ? red : teal });
    }
    if (k === 3)
      for (const [at, [name, over, colour]] of [
        ["过补偿", -24, red],
        ["欠补偿", 24, copper],
        ["正好", 0, teal],
      ].entries())
        if (p > at * 0.25) {
          pen.curve(
            at * 130,
            116,
            (x) => {
              const high = Math.floor(x * 3) % 2 === 0;
              const since = (x * 3) % 1;
              const bend = over * Math.exp(-since * 7);
              return high ? 70 + bend : 150 - bend;
            },
            { colour },
          );
          pen.text(58 + at * 130, 190, name, { size: 14 });
        }
  },
};

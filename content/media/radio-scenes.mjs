import { between, colours, range } from "./stage.mjs";

/** Scenes of the lessons about radio: each draws what slide number `k` shows, `p` from 0 to 1, at `s` seconds. */
const { teal, copper, blue, red, dim, line: grey, panel, ink } = colours;

const layers = (pen, p) => {
  const names = ["基础应用层", "基础服务层", "星闪接入层"];
  for (const [at, name] of names.entries())
    pen.box(60, 20 + at * 66, 250, 52, name, {
      alpha: between(p, at * 0.2, at * 0.2 + 0.1),
      edge: at === 2 ? teal : grey,
    });
};

function star(pen, s, count, names) {
  const [x, y] = [185, 112];
  for (const at of range(count, (index) => index)) {
    const turn = (at / count) * 2 * Math.PI - Math.PI / 2;
    const [tx, ty] = [x + 130 * Math.cos(turn), y + 86 * Math.sin(turn)];
    const now = Math.floor(s * 1.5) % count === at;
    pen.line(
      [
        [x, y],
        [tx, ty],
      ],
      { dash: [4, 5], colour: now ? teal : grey },
    );
    const way = (s * 1.5) % 1;
    const along = way < 0.5 ? way * 2 : 2 - way * 2;
    if (now) pen.dot(x + (tx - x) * along, y + (ty - y) * along, 5);
    pen.box(tx - 26, ty - 16, 52, 32, names[1], { size: 13 });
  }
  pen.box(x - 32, y - 20, 64, 40, names[0], { edge: teal, fill: "#14463f" });
}

/** Two lines of time with frames on them: `[row, from, to, colour, words]`. */
function talk(pen, frames, part) {
  for (const [row, name] of ["G", "T"].entries()) {
    pen.text(12, 70 + row * 80, name, { size: 18, colour: row ? copper : teal });
    pen.line([
      [30, 92 + row * 80],
      [376, 92 + row * 80],
    ]);
  }
  const end = 30 + 346 * part;
  for (const [row, from, to, colour, words] of frames)
    if (from < end)
      pen.box(from, 54 + row * 80, Math.min(to, end) - from, 36, to <= end ? words : "", {
        fill: colour,
        edge: null,
        size: 13,
        ink: "#0f1c26",
      });
  pen.line(
    [
      [end, 40],
      [end, 186],
    ],
    { colour: ink, thick: 1 },
  );
}

const exchange = [
  [0, 50, 106, teal, "调度"],
  [1, 122, 178, copper, "应答"],
  [0, 230, 286, teal, "调度"],
  [1, 302, 358, copper, "应答"],
];
const retry = [
  [0, 50, 106, teal, "调度"],
  [1, 122, 178, red, "丢失"],
  [0, 200, 256, teal, "重传"],
  [1, 272, 328, copper, "应答"],
];

function bulb(pen, x, y, on) {
  pen.dot(x, y, 22, { colour: on ? copper : panel });
  pen.box(x - 9, y + 20, 18, 16, "", { fill: grey, edge: null });
}

/** Beacons, and which of them a device wakes for. */
function beacons(pen, s, every, wakes) {
  pen.text(0, 12, "信标", { align: "left", size: 13, colour: dim });
  pen.text(0, 112, "设备", { align: "left", size: 13, colour: dim });
  for (const at of range(34, (index) => index)) {
    const x = 10 + at * 18 - ((s * 24) % 18);
    const number = at + Math.floor((s * 24) / 18);
    if (x < 8 || x > 374) continue;
    pen.box(x, 30, 6, 40, "", { fill: blue, edge: null });
    if (wakes && number % every === 0) pen.box(x, 130, 8, 70, "", { fill: teal, edge: null });
  }
  pen.line([
    [0, 72],
    [380, 72],
  ]);
  if (wakes)
    pen.line([
      [0, 202],
      [380, 202],
    ]);
}

function bars(pen, values, p) {
  for (const [at, [name, value, words, colour]] of values.entries()) {
    const tall = value * 150 * between(p, at * 0.2, at * 0.2 + 0.25);
    pen.box(40 + at * 112, 190 - tall, 70, tall, "", { fill: colour, edge: null });
    pen.text(75 + at * 112, 208, name, { size: 14 });
    if (p > at * 0.2 + 0.2) pen.text(75 + at * 112, 176 - tall, words, { size: 14, colour });
  }
}

const advertised = new Set([0, 12, 39]);
function spectrum(pen, lit) {
  for (const at of range(40, (index) => index))
    pen.box(6 + at * 9.2, advertised.has(at) ? 70 : 120, 6, advertised.has(at) ? 110 : 60, "", {
      fill: lit(at),
      edge: null,
    });
  for (const [at, name] of [
    [0, "37"],
    [12, "38"],
    [39, "39"],
  ])
    pen.text(9 + at * 9.2, 56, name, { size: 14, colour: copper });
  pen.line([
    [0, 182],
    [380, 182],
  ]);
  pen.text(190, 204, "2402 MHz ——— 2480 MHz", { size: 13, colour: dim });
}

export const radioScenes = {
  "sle-stack"(pen, k, p, s) {
    if (k === 0) layers(pen, p * 1.6);
    if (k === 1) {
      pen.box(60, 20, 250, 44, "基础应用层");
      pen.box(60, 76, 250, 44, "基础服务层");
      pen.box(60, 140, 118, 60, "SLB 高速率", { edge: blue, alpha: between(p, 0.1, 0.2) });
      pen.box(192, 140, 118, 60, "SLE 低时延", { edge: teal, alpha: between(p, 0.4, 0.5) });
    }
    if (k === 2) star(pen, s, 5, ["G", "T"]);
    if (k === 3) {
      pen.box(110, 20, 160, 150, "WS63", { size: 22, edge: teal });
      const turn = Math.floor(s) % 3;
      for (const [at, name] of ["SLE", "BLE", "Wi-Fi 6"].entries())
        pen.box(10 + at * 124, 188, 112, 34, name, {
          fill: turn === at ? "#14463f" : panel,
          edge: turn === at ? teal : grey,
        });
      pen.line(
        [
          [190, 20],
          [190, 4],
          [178, -6],
          [190, 4],
          [202, -6],
        ],
        { colour: copper, thick: 3 },
      );
    }
  },
  "sle-schedule"(pen, k, p) {
    if (k === 0)
      talk(
        pen,
        exchange.filter(([row]) => row === 0),
        Math.min(1, p * 1.3),
      );
    if (k === 1) talk(pen, exchange, Math.min(1, p * 1.2));
    if (k === 2) talk(pen, retry, Math.min(1, p * 1.2));
    if (k === 3) {
      talk(pen, exchange, 1);
      const marks = [
        [50, 230, "连接间隔", 20],
        [50, 106, "帧时长", 104],
        [106, 122, "应答间隔", 206],
        [230, 286, "重传次数", 206],
      ];
      for (const [at, [from, to, words, y]] of marks.entries())
        if (p > at * 0.2) {
          pen.line(
            [
              [from, y],
              [to, y],
            ],
            { colour: blue, thick: 3 },
          );
          pen.text(
            (from + to) / 2 + (at === 1 ? 84 : 0),
            y - (at === 0 ? 12 : 0) + (at > 1 ? -13 : 0),
            words,
            { size: 13, colour: blue },
          );
        }
    }
  },
  "wifi-onboarding"(pen, k, p, s) {
    if (k === 0) {
      bulb(pen, 90, 90, false);
      pen.text(90, 92, "?", { size: 24, colour: copper });
      pen.box(220, 60, 130, 70, "路由器", { edge: blue });
      pen.arrow(124, 95, 214, 95, { part: between(p, 0.5, 0.8), colour: red });
      pen.text(284, 160, "名称 + 密码", { colour: dim, alpha: between(p, 0.3, 0.4) });
    }
    if (k === 1 || k === 2) {
      const colour = k === 1 ? copper : blue;
      pen.box(30, 50, 70, 120, "手机", { edge: colour });
      bulb(pen, 290, 100, p > 0.7);
      for (const ring of range(3, (at) => at))
        if (k === 1)
          pen.line(
            range(20, (at) => [
              290 + (40 + ring * 18) * Math.cos(2.6 + at * 0.056),
              100 + (40 + ring * 18) * Math.sin(2.6 + at * 0.056),
            ]),
            { colour: grey, alpha: (s + ring / 3) % 1 },
          );
      pen.dot(110 + 140 * ((s / 2) % 1), 110, 7, { colour });
      pen.text(190, 190, k === 1 ? "设备的热点" : "BLE", { colour });
    }
    if (k === 3) {
      for (const at of range(9, (index) => index)) {
        const tall = [30, 60, 22, 48, 70, 26, 54, 40, 64][at];
        pen.box(20 + at * 26, 120 - tall, 16, tall, "", {
          fill: at / 9 < p * 1.6 ? teal : panel,
          edge: null,
        });
      }
      pen.text(130, 144, "包的长度就是密码", { size: 14, colour: dim });
      bulb(pen, 320, 90, p > 0.6);
      if (p > 0.6)
        pen.line(
          [
            [306, 176],
            [318, 190],
            [342, 160],
          ],
          { colour: teal, thick: 5 },
        );
    }
  },
  "twt-wakeup"(pen, k, p, s) {
    if (k === 0) beacons(pen, s, 1, false);
    if (k === 1) beacons(pen, s, p < 0.35 ? 1 : 10, true);
    if (k === 2) beacons(pen, s, 20, true);
    if (k === 3)
      bars(
        pen,
        [
          ["DTIM1", 1, "1.8 mA", red],
          ["DTIM10", 0.2, "0.35 mA", copper],
          ["TWT", 0.11, "< 0.2 mA", teal],
        ],
        p * 1.2,
      );
  },
  "ble-advertising"(pen, k, p, s) {
    if (k === 0) spectrum(pen, (at) => (advertised.has(at) ? copper : panel));
    if (k === 1 || k === 2) {
      const place = (at) => 20 + at * 88;
      for (const at of range(5, (index) => index))
        for (const channel of range(3, (index) => index))
          if (place(at) + channel * 10 < 20 + 400 * Math.min(1, p * 1.3))
            pen.box(place(at) + channel * 10, 50 + channel * 8, 7, 40, "", { fill: copper, edge: null });
      pen.line([
        [0, 110],
        [380, 110],
      ]);
      pen.text(4, 28, "广播", { align: "left", size: 13, colour: dim });
      if (k === 2) {
        pen.text(4, 132, "扫描", { align: "left", size: 13, colour: dim });
        for (const at of range(3, (index) => index)) {
          const hit = at === 1 && p > 0.5;
          pen.box(66 + at * 128, 146, 50, 44, hit ? "听到" : "", {
            fill: hit ? "#14463f" : panel,
            edge: hit ? teal : grey,
            size: 13,
          });
        }
        if (p > 0.5)
          pen.line(
            [
              [207, 100],
              [207, 146],
            ],
            { colour: teal, dash: [3, 3] },
          );
      } else pen.text(64, 134, "间隔", { size: 13, colour: blue });
    }
    if (k === 3)
      spectrum(pen, (at) =>
        p < 0.45
          ? advertised.has(at)
            ? copper
            : panel
          : at === ((Math.floor(s * 2) * 17 + 5) % 37) + 1
            ? teal
            : panel,
      );
  },
  "rf-matching"(pen, k, p, s) {
    if (k === 0) {
      pen.box(20, 110, 340, 60, "介质", { fill: "#23404a", ink: dim });
      pen.box(20, 170, 340, 14, "", { fill: copper, edge: null });
      pen.box(150, 98, 80, 12, "", { fill: copper, edge: null });
      pen.text(190, 80, "50 Ω 走线", { colour: copper });
      pen.text(190, 204, "地", { size: 14, colour: dim });
      pen.line(
        range(60, (at) => [150 + at * 1.35, 60 - 14 * Math.sin(at / 5 - s * 4)]),
        { colour: teal },
      );
    }
    if (k === 1) {
      pen.line(
        [
          [10, 130],
          [220, 130],
        ],
        { colour: copper, thick: 6 },
      );
      pen.line(
        [
          [220, 130],
          [370, 130],
        ],
        { colour: copper, thick: 16 },
      );
      pen.curve(10, 210, (x) => 84 - 26 * Math.sin(x * 18 - s * 5), { colour: teal });
      pen.curve(222, 148, (x) => 84 - 17 * Math.sin(x * 12 - s * 5), { colour: teal });
      if (p > 0.35) pen.curve(10, 210, (x) => 186 - 11 * Math.sin(x * 18 + s * 5), { colour: red });
      if (p > 0.35) pen.text(110, 214, "反射", { colour: red, size: 14 });
    }
    if (k === 2) {
      pen.box(0, 70, 66, 60, "芯片");
      pen.line(
        [
          [66, 100],
          [330, 100],
        ],
        { colour: copper, thick: 3 },
      );
      for (const x of [116, 256]) {
        pen.line(
          [
            [x, 100],
            [x, 134],
          ],
          { colour: copper },
        );
        pen.line(
          [
            [x - 14, 134],
            [x + 14, 134],
          ],
          { colour: ink, thick: 3 },
        );
        pen.line(
          [
            [x - 14, 144],
            [x + 14, 144],
          ],
          { colour: ink, thick: 3 },
        );
        pen.line(
          [
            [x, 144],
            [x, 176],
            [x - 12, 176],
            [x + 12, 176],
          ],
          { colour: grey },
        );
      }
      pen.box(156, 84, 60, 32, "L", { fill: p > 0.4 ? "#14463f" : panel, edge: teal });
      pen.line(
        [
          [330, 100],
          [330, 60],
          [312, 36],
          [330, 60],
          [348, 36],
        ],
        { colour: copper, thick: 3 },
      );
    }
    if (k === 3) {
      const deep = 30 + 110 * between(p, 0.05, 0.5);
      pen.line([
        [20, 20],
        [20, 200],
        [370, 200],
      ]);
      pen.curve(20, 350, (x) => 40 + deep * Math.exp(-(((x - 0.5) / 0.16) ** 2)), { colour: teal });
      for (const [y, words] of [
        [100, "10 dB"],
        [160, "20 dB"],
      ]) {
        pen.line(
          [
            [20, y],
            [370, y],
          ],
          { dash: [4, 6] },
        );
        pen.text(366, y - 10, words, { size: 13, colour: dim, align: "right" });
      }
      pen.text(195, 216, "2.4 GHz", { size: 13, colour: dim });
    }
  },
};

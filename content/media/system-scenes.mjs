import { between, colours, range } from "./stage.mjs";

/** Scenes of the lessons about Linux, buses and OpenHarmony; see radio-scenes.mjs. */
const { teal, copper, blue, red, dim, line: grey, panel, ink } = colours;
const chosen = (on) => ({ fill: on ? "#14463f" : panel, edge: on ? teal : grey });

function console_(pen, y, lines, p) {
  pen.box(0, y, 376, 24 + lines.length * 22, "", { fill: "#081118" });
  for (const [at, words] of lines.entries()) {
    const shown = Math.floor(words.length * between(p, at * 0.22 + 0.1, at * 0.22 + 0.3));
    pen.text(12, y + 24 + at * 22, words.slice(0, shown), { align: "left", size: 13, colour: teal });
  }
}

/** Who has the processor: `[row, from, to, colour, words]` in hundredths of the time shown. */
function processor(pen, names, spans, p) {
  for (const [row, name] of names.entries()) {
    pen.text(0, 40 + row * 56, name, { align: "left", size: 13, colour: dim });
    pen.line(
      [
        [74, 60 + row * 56],
        [376, 60 + row * 56],
      ],
      { thick: 1 },
    );
  }
  const end = 74 + 302 * p;
  for (const [row, from, to, colour, words] of spans) {
    const [x, until] = [74 + from * 3.02, 74 + to * 3.02];
    if (x < end)
      pen.box(x, 24 + row * 56, Math.min(until, end) - x, 34, until <= end ? words : "", {
        fill: colour,
        edge: null,
        size: 12,
        ink: "#0f1c26",
      });
  }
  pen.line(
    [
      [end, 10],
      [end, 60 + (names.length - 1) * 56 + 10],
    ],
    { colour: ink, thick: 1 },
  );
}

/** SCL and SDA: nine clocks with their bits. */
function wires(pen, y, bits, part) {
  const wide = 34;
  pen.text(0, y + 12, "SCL", { align: "left", size: 13, colour: dim });
  pen.text(0, y + 92, "SDA", { align: "left", size: 13, colour: dim });
  const shown = Math.max(1, Math.floor(bits.length * part));
  pen.levels(
    40,
    y + 30,
    34,
    [
      [1, 12],
      ...bits.slice(0, shown).flatMap(() => [
        [0, wide / 2],
        [1, wide / 2],
      ]),
    ],
    { colour: blue },
  );
  pen.levels(40, y + 110, 34, [[1, 6], [0, 10], ...bits.slice(0, shown).map((bit) => [bit, wide])], {
    colour: teal,
  });
}

function columns(pen, lit, p) {
  const kinds = [
    ["轻量", "LiteOS-M", "128 KiB", 46],
    ["小型", "LiteOS-A / Linux", "1 MiB", 92],
    ["标准", "Linux", "128 MiB", 150],
  ];
  for (const [at, [name, kernel, memory, tall]] of kinds.entries()) {
    const on = lit === -1 || lit === at;
    const alpha = on ? 1 : 0.35;
    const grown = lit === -1 ? tall * between(p, at * 0.25, at * 0.25 + 0.2) : tall;
    pen.box(6 + at * 126, 190 - grown, 112, grown, "", { ...chosen(on), alpha });
    pen.text(62 + at * 126, 208, name, { alpha, size: 16 });
    if (grown === tall) {
      pen.text(62 + at * 126, 176 - tall, memory, { alpha, size: 13, colour: copper });
      pen.text(62 + at * 126, 190 - tall / 2, kernel, { alpha, size: 12 });
    }
  }
}

const boot = (k) => (pen, p) => {
  for (const [at, name] of ["BootROM", "U-Boot", "内核", "init"].entries()) {
    pen.box(at * 97, 10, 84, 48, name, chosen(at === k));
    if (at) pen.arrow(at * 97 - 12, 34, at * 97 - 1, 34, { colour: at <= k ? teal : grey });
  }
  const said = [
    ["(串口无输出)", "启动引脚 = eMMC", "读取第一段 → SRAM"],
    ["U-Boot 2022.07", "DRAM:  2 GiB", "load mmc 0:1 Image", "Starting kernel ..."],
    ["Booting Linux on physical CPU 0x0", "OF: fdt: Machine model", "mmcblk0: p1 p2 p3", "VFS: Mounted root"],
    ["init: PID 1", "Starting network: OK", "Starting sshd: OK", "login:"],
  ];
  console_(pen, 88, said[k], p);
};

export const systemScenes = {
  "linux-boot": (pen, k, p) => boot(k)(pen, p),
  devicetree(pen, k, p) {
    if (k === 0) {
      pen.box(20, 20, 90, 50, "CPU", chosen(true));
      pen.line(
        [
          [65, 70],
          [65, 110],
          [350, 110],
        ],
        { thick: 4 },
      );
      for (const at of range(3, (index) => index)) {
        pen.line(
          [
            [130 + at * 90, 110],
            [130 + at * 90, 140],
          ],
          { thick: 4 },
        );
        pen.box(96 + at * 90, 140, 68, 46, p > 0.5 ? "?" : "I2C", { edge: p > 0.5 ? red : grey, size: 18 });
      }
    }
    if (k === 1) {
      const rows = [
        [0, "/"],
        [1, "soc"],
        [2, "i2c@120b1000"],
        [3, "humidity@44"],
        [4, "reg = <0x44>"],
        [4, "interrupts = <3 2>"],
        [4, 'status = "okay"'],
      ];
      for (const [at, [deep, words]] of rows.entries())
        pen.text(10 + deep * 30, 16 + at * 31, (deep ? "└ " : "") + words, {
          align: "left",
          size: 16,
          colour: deep === 4 ? copper : ink,
          alpha: between(p, at * 0.1, at * 0.1 + 0.06),
        });
    }
    if (k === 2) {
      pen.box(0, 20, 376, 44, 'compatible = "example,st20"', { edge: copper });
      for (const [at, name] of ["example,sa60", "example,sl15", "example,st20"].entries()) {
        const found = at === 2 && p > 0.6;
        pen.box(80, 104 + at * 42, 220, 34, name, { ...chosen(found), size: 14 });
        if (!found && p < 0.6 && Math.floor(p * 5) === at)
          pen.arrow(60, 70, 76, 120 + at * 42, { colour: copper });
      }
      if (p > 0.6) pen.text(340, 205, "probe()", { colour: teal, size: 14 });
    }
    if (k === 3)
      for (const [at, [name, words]] of [
        ["board.dts", "文本"],
        ["board.dtb", "二进制"],
        ["U-Boot", "装入内存"],
        ["内核", "按它加载驱动"],
      ].entries()) {
        const alpha = between(p, at * 0.2, at * 0.2 + 0.1);
        const [x, y] = [(at % 2) * 200, 14 + Math.floor(at / 2) * 110];
        pen.box(x, y, 150, 56, name, { ...chosen(at === 3), alpha });
        pen.text(x + 75, y + 74, words, { size: 13, colour: dim, alpha });
      }
  },
  "i2c-transfer"(pen, k, p) {
    if (k === 0) {
      pen.box(30, 10, 110, 40, "上拉电阻", { edge: copper });
      pen.line(
        [
          [85, 50],
          [85, 80],
          [360, 80],
        ],
        { colour: copper, thick: 3 },
      );
      pen.curve(
        40,
        300,
        (x) => {
          const phase = (x * 3) % 1;
          return phase < 0.5 ? 200 : 200 - 80 * (1 - Math.exp(-(phase - 0.5) * 9));
        },
        { colour: teal },
        Math.min(1, p * 1.4),
      );
    }
    if (k === 1) {
      pen.levels(
        40,
        70,
        44,
        [
          [1, 130],
          [0, 60],
          [1, 60],
          [0, 30],
          [1, 60],
        ],
        { colour: blue },
      );
      pen.levels(40, 170, 44, [
        [1, 70],
        [0, 210],
        [1, 60],
      ]);
      pen.text(0, 50, "SCL", { align: "left", size: 13, colour: dim });
      pen.text(0, 150, "SDA", { align: "left", size: 13, colour: dim });
      for (const [x, words, from] of [
        [110, "起始", 0.05],
        [320, "停止", 0.4],
      ])
        if (p > from) {
          pen.line(
            [
              [x, 14],
              [x, 184],
            ],
            { colour: copper, dash: [4, 4] },
          );
          pen.text(x, 204, words, { colour: copper, size: 14 });
        }
    }
    if (k === 2) {
      wires(pen, 30, [1, 0, 0, 0, 1, 0, 0, 0, 0], Math.min(1, p * 1.3));
      for (const [at, words] of ["1", "0", "0", "0", "1", "0", "0", "写", "应答"].entries())
        if (p * 1.3 * 9 > at + 1)
          pen.text(73 + at * 34, 162, words, { size: 13, colour: at > 6 ? copper : dim });
    }
    if (k === 3)
      for (const [at, [words, colour]] of [
        ["S", copper],
        ["地址 W", blue],
        ["A", teal],
        ["寄存器", blue],
        ["A", teal],
        ["Sr", copper],
        ["地址 R", blue],
        ["A", teal],
        ["数据", blue],
        ["N", red],
        ["P", copper],
      ].entries())
        pen.box((at % 5) * 76, 12 + Math.floor(at / 5) * 72, 68, 44, words, {
          edge: colour,
          size: 14,
          alpha: between(p, at * 0.07, at * 0.07 + 0.04),
        });
  },
  "irq-halves"(pen, k, p) {
    const calm = [
      [1, 0, 30, blue, "任务"],
      [0, 30, 44, copper, "中断"],
      [1, 44, 72, blue, "任务"],
      [0, 72, 82, copper, ""],
      [1, 82, 100, blue, ""],
    ];
    if (k === 0) processor(pen, ["中断", "任务"], calm, p);
    if (k === 1)
      processor(
        pen,
        ["上半部", "任务"],
        [
          [1, 0, 30, blue, "任务"],
          [0, 30, 36, copper, ""],
          [1, 36, 70, blue, "任务"],
          [0, 70, 76, copper, ""],
          [1, 76, 100, blue, ""],
        ],
        p,
      );
    if (k === 2)
      processor(
        pen,
        ["上半部", "线程", "任务"],
        [
          [2, 0, 30, blue, "任务"],
          [0, 30, 36, copper, ""],
          [1, 36, 60, teal, "下半部"],
          [2, 60, 80, blue, "任务"],
          [0, 80, 86, copper, ""],
          [1, 86, 100, teal, ""],
        ],
        p,
      );
    if (k === 3) {
      processor(
        pen,
        ["中断", "任务"],
        [[1, 0, 12, blue, ""], ...range(22, (at) => [0, 12 + at * 4, 15 + at * 4, red, ""])],
        p,
      );
      pen.text(190, 168, `87:  ${Math.floor(p * 200000).toLocaleString("en")}  demo`, {
        size: 18,
        colour: red,
      });
    }
  },
  "oh-systems": (pen, k, p) => columns(pen, k - 1, p),
  "liteos-tasks"(pen, k, p) {
    if (k === 0) {
      const states = [
        ["就绪", 20, 30],
        ["运行", 230, 30],
        ["阻塞", 125, 150],
        ["退出", 290, 160],
      ];
      const now = [0, 1, 2, 0, 1, 3][Math.min(5, Math.floor(p * 6))];
      pen.arrow(120, 44, 226, 44);
      pen.arrow(226, 62, 120, 62);
      pen.arrow(250, 84, 200, 146);
      pen.arrow(140, 146, 80, 84);
      pen.arrow(300, 84, 330, 156);
      for (const [at, [name, x, y]] of states.entries())
        pen.box(x, y, at === 3 ? 76 : 100, 52, name, chosen(now === at));
    }
    if (k === 1)
      processor(
        pen,
        ["优先级 5", "优先级 20"],
        [
          [1, 0, 35, blue, "低"],
          [0, 35, 60, copper, "高，抢占"],
          [1, 60, 100, blue, "低，继续"],
        ],
        p,
      );
    if (k === 2) {
      processor(pen, ["循环查询", "低优先级"], [[0, 0, 100, red, "while (!flag)"]], Math.min(1, p * 2));
      if (p > 0.5) {
        pen.text(190, 130, "改为阻塞", { colour: teal, size: 14 });
        pen.box(62, 146, 60, 30, "", { fill: copper, edge: null });
        pen.box(122, 146, 150, 30, "别的任务运行", { fill: blue, edge: null, ink: "#0f1c26", size: 13 });
        pen.box(272, 146, 60, 30, "", { fill: copper, edge: null });
      }
    }
    if (k === 3)
      processor(
        pen,
        ["高", "中", "低"],
        [
          [2, 0, 20, teal, "拿锁"],
          [0, 20, 30, copper, "等锁"],
          [1, 30, 75, red, "中优先级挡住了低"],
          [2, 75, 86, teal, "放锁"],
          [0, 86, 100, copper, "运行"],
        ],
        p,
      );
  },
  "hdf-load"(pen, k, p) {
    if (k === 0) {
      pen.box(10, 10, 230, 190, "", { edge: teal, alpha: between(p, 0, 0.1) });
      pen.text(125, 30, "host", { colour: teal, alpha: between(p, 0, 0.1) });
      for (const at of range(2, (index) => index))
        pen.box(34, 54 + at * 70, 180, 54, `device ${at}`, {
          alpha: between(p, 0.3 + at * 0.1, 0.4 + at * 0.1),
        });
      pen.box(280, 78, 96, 60, "driver", { edge: copper, alpha: between(p, 0.6, 0.7) });
      pen.arrow(276, 108, 218, 82, { colour: copper, part: between(p, 0.7, 0.85) });
    }
    if (k === 1)
      for (const [at, words] of [
        "device0 :: deviceNode {",
        "  policy = 2;",
        "  preload = 0;",
        '  moduleName = "DEMO_DRIVER";',
        '  deviceMatchAttr = "demo";',
        "}",
      ].entries())
        pen.text(10, 24 + at * 32, words.replace(/^ {2}/, "　"), {
          align: "left",
          size: 17,
          colour: at === 3 || at === 4 ? copper : ink,
          alpha: between(p, at * 0.1, at * 0.1 + 0.06),
        });
    if (k === 2)
      for (const [at, [name, words]] of [
        ["Bind", "把服务绑到设备"],
        ["Init", "读配置、初始化硬件"],
        ["Release", "出错时归还"],
      ].entries()) {
        const on = Math.floor(p * 3.2) >= at;
        pen.box(10, 12 + at * 72, 110, 50, name, chosen(on && at < 2));
        pen.text(140, 38 + at * 72, words, { align: "left", colour: on ? ink : grey });
        if (at) pen.arrow(65, at * 72 - 8, 65, at * 72 + 10, { colour: on ? teal : grey });
      }
    if (k === 3) {
      for (const [at, name] of ["应用", "服务", "驱动"].entries())
        pen.box(at * 138, 80, 96, 60, name, chosen(at === 1));
      const way = (p * 3) % 2;
      pen.dot(48 + 276 * (way < 1 ? way : 2 - way), 62, 8, { colour: way < 1 ? copper : teal });
      pen.text(186, 176, way < 1 ? "命令 + 数据 →" : "← 结果", { colour: way < 1 ? copper : teal });
      for (const x of [100, 238]) pen.arrow(x, 110, x + 34, 110);
    }
  },
};

/** Drawings of the demo's news as SVG: what each of them is about, on the colour of its category. */

const svg = (inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">\n${inside}\n</svg>\n`;
const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const points = (all) => all.map(([x, y]) => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`).join(" L");
const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const gold = "#d8b45a";
const paper = "#f4f6f8";
const dark = "#0c151d";

/** A stroked path, a filled shape, a rectangle, a disc and a word: all that the drawings are made of. */
const line = (d, stroke, width = 6, more = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const shape = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const box = (x, y, width, height, fill, radius = 0, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;
const disc = (x, y, radius, fill, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
const ring = (x, y, radius, stroke, width = 6, more = "") =>
  disc(x, y, radius, "none", `stroke="${stroke}" stroke-width="${width}" ${more}`);
const word = (x, y, text, size, fill) =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="600" fill="${fill}" text-anchor="middle">${escaped(text)}</text>`;
const dim = 'opacity=".35"';
const axes = (colour) => line("M110 70V290H540", colour, 4, dim);
const curve = (from, count, step, f, colour, width = 7) =>
  line(`M${points(range(count, (at) => [from + at * step, f(at)]))}`, colour, width);

/** A package seen from above with its name, centred at x, y. */
function chip(x, y, size, name, colour) {
  const half = size / 2;
  const pins = range(7, (at) => {
    const along = -half + (size / 7) * (at + 0.5) - 4;
    return [
      box(x + along, y - half - 14, 8, 16, gold),
      box(x + along, y + half - 2, 8, 16, gold),
      box(x - half - 14, y + along, 16, 8, gold),
      box(x + half - 2, y + along, 16, 8, gold),
    ].join("");
  }).join("");
  const wide = [...name].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.7 : 1), 0);
  const letters = Math.min(22, Math.floor((size * 1.35) / Math.max(5, wide)));
  return `${pins}${box(x - half, y - half, size, size, "#23252b", 10)}${disc(x - half + 18, y - half + 18, 6, colour)}${word(x, y + letters / 3, name, letters, paper)}`;
}

/** What stands beside the part in news of products: a manual, a board of the design, the lines of an example. */
const updates = [
  [
    /数据手册/,
    (colour) =>
      `${shape("M390 60h120l50 50v190h-170z", paper)}${shape("M510 60l50 50h-50z", "#c9d2da")}${line("M415 130h70M415 152h120M415 174h100", "#8b98a5", 8)}${line("M415 262V205M415 262h120", "#5c6b78", 4)}${line("M420 255q40 -8 60 -26t50 -22", colour, 7)}`,
  ],
  [
    /参考设计/,
    (colour) =>
      `${box(370, 70, 210, 220, "#1e5a4a", 14)}${range(5, (at) => line(`M390 ${110 + at * 36}h${50 + at * 8}l24 ${at % 2 ? -18 : 18}h70`, gold, 5)).join("")}${box(500, 96, 56, 56, "#23252b", 6)}${box(400, 240, 60, 28, "#b9bec8", 4)}${range(4, (at) => disc([386, 564][at % 2], [86, 274][at >> 1], 7, colour)).join("")}`,
  ],
  [
    /SDK/,
    (colour) =>
      `${box(360, 76, 224, 208, dark, 12)}${range(3, (at) => disc(382 + at * 18, 96, 5, ["#e0685c", gold, colour][at])).join("")}${range(5, (at) => line(`M${384 + (at % 3) * 16} ${132 + at * 30}h${70 + ((at * 53) % 90)}`, at === 2 ? colour : "#8b98a5", 8)).join("")}${line("M520 240l16 16 30-34", colour, 9)}`,
  ],
];

const wave = (y, colour, rise) =>
  line(
    `M70 ${y}${range(5, () => `h40${rise ? `c14 0 14 -70 44 -70` : "v-70h22"}h${rise ? 8 : 30}v70`).join("")}h20`,
    colour,
    6,
  );
const steps = (colour, y, at) => line(`M90 ${y}h${70 + at * 70}l24 -40H550`, colour, 7);
const people = (count, y, colour) =>
  range(count, (at) => {
    const x = 110 + at * (420 / (count - 1));
    return `${disc(x, y, 20, colour)}${shape(`M${x - 34} ${y + 66}c0 -56 68 -56 68 0z`, colour)}`;
  }).join("");
const book = (colour) =>
  `${shape("M320 110c-50 -34 -130 -34 -180 -10v180c50 -24 130 -24 180 10z", paper)}${shape("M320 110c50 -34 130 -34 180 -10v180c-50 -24 -130 -24 -180 10z", "#dfe5ea")}${line("M320 110v180", colour, 6)}${range(4, (at) => line(`M170 ${138 + at * 32}q60 -14 116 6M354 ${144 + at * 32}q56 -20 116 -6`, "#8b98a5", 6)).join("")}`;
const belt = (colour, extra) =>
  `${line("M90 260H550", "#8b98a5", 12)}${range(6, (at) => ring(120 + at * 80, 284, 14, "#8b98a5", 6)).join("")}${range(3, (at) => box(140 + at * 140, 200, 76, 50, at === 1 ? colour : "#31414f", 6)).join("")}${extra}`;

/** The scenes by words of the title. */
const scenes = [
  // What technology is about.
  [
    /时延差/,
    (c) =>
      range(
        2,
        (row) =>
          `${line(`M90 ${130 + row * 110}H550`, c, 4, dim)}${range(row ? 4 : 12, (at) => line(`M${110 + at * (row ? 140 : 38)} ${105 + row * 110}v50`, row ? gold : c, 9)).join("")}`,
      ).join(""),
  ],
  [
    /量化会掉点/,
    (c) =>
      `${axes(c)}${curve(110, 60, 7, (at) => 180 - 90 * Math.sin(at / 12), c, 5)}${line(`M110 180${range(12, (at) => `h35V${(180 - (90 * Math.round(3 * Math.sin(((at + 1) * 5) / 12))) / 3).toFixed(0)}`).join("")}`, gold, 7)}`,
  ],
  [
    /保活/,
    (c) =>
      `${box(110, 120, 210, 130, "#31414f", 18)}${ring(215, 185, 46, c, 10)}${disc(215, 185, 20, c)}${box(390, 110, 120, 150, "none", 12, `stroke="${paper}" stroke-width="8"`)}${box(426, 92, 48, 18, paper, 4)}${range(3, (at) => box(406, 222 - at * 40, 88, 26, at === 2 ? "#31414f" : c, 4)).join("")}`,
  ],
  [
    /FOC/,
    (c) =>
      `${line(`M${points(range(7, (at) => [320 + 130 * Math.cos((at * Math.PI) / 3), 180 + 130 * Math.sin((at * Math.PI) / 3)]))}`, c, 6)}${range(6, (at) => line(`M320 180L${(320 + 130 * Math.cos((at * Math.PI) / 3)).toFixed(0)} ${(180 + 130 * Math.sin((at * Math.PI) / 3)).toFixed(0)}`, gold, 14, 'opacity=".45"')).join("")}${line("M320 180l66 -62", paper, 9)}${disc(386, 118, 10, paper)}`,
  ],
  [
    /等长/,
    (c) =>
      range(2, (row) =>
        line(
          `M80 ${130 + row * 110}h${row ? 60 : 120}${range(row ? 8 : 4, () => "v-40h22v40h22").join("")}H560`,
          row ? gold : c,
          8,
        ),
      ).join(""),
  ],
  [
    /中断延迟/,
    (c) =>
      `${axes(c)}${range(13, (at) => {
        const tall = 190 * Math.exp(-((at - 4) ** 2) / 7) + (at > 8 ? 12 : 2);
        return box(128 + at * 31, 288 - tall, 22, tall, at > 8 ? gold : c, 3);
      }).join("")}`,
  ],
  [
    /TWT/,
    (c) =>
      `${line("M80 240H560", c, 4, dim)}${range(4, (at) => `${box(110 + at * 120, 130, 34, 110, c, 4)}${line(`M${150 + at * 120} 236h70`, gold, 8)}`).join("")}${range(3, (at) => line(`M${300 - at * 34} ${100 - at * 14}a${36 + at * 34} ${36 + at * 34} 0 0 1 ${40 + at * 68} 0`, paper, 5, dim)).join("")}`,
  ],
  [
    /升压/,
    (c) =>
      `${axes(c)}${line("M110 180H540", gold, 6, 'stroke-dasharray="14 12"')}${curve(110, 60, 7, (at) => 100 + at * 2.6 + 30 / (1 + Math.exp(-(at - 46) / 3)), c, 8)}${disc(324, 182, 12, paper)}`,
  ],
  [
    /Cat/,
    (c) =>
      `${line("M320 300L270 130h100z", paper, 7)}${line("M286 240h68M296 190h48", paper, 6)}${range(3, (at) => line(`M${250 - at * 44} ${180 + at * 12}a90 90 0 0 1 0 -${100 + at * 24}M${390 + at * 44} ${180 + at * 12}a90 90 0 0 0 0 -${100 + at * 24}`, at === 2 ? gold : c, 8)).join("")}${disc(320, 120, 14, c)}`,
  ],
  [/PMIC/, (c) => range(4, (at) => steps(at === 2 ? gold : c, 110 + at * 62, at)).join("")],
  [
    /batch/,
    (c) =>
      `${axes(c)}${curve(120, 60, 7, (at) => 280 - 190 * (1 - Math.exp(-at / 12)), c, 8)}${range(6, (at) => disc(120 + [2, 5, 10, 20, 36, 56][at] * 7, 280 - 190 * (1 - Math.exp(-[2, 5, 10, 20, 36, 56][at] / 12)), 11, at === 3 ? gold : paper)).join("")}`,
  ],
  [
    /气压计/,
    (c) =>
      `${range(5, (at) => box(120, 60 + at * 48, 150, 40, at === 2 ? c : "#31414f", 4)).join("")}${line("M330 290C380 280 380 240 430 236S470 172 520 168 540 90 560 84", gold, 8)}${range(3, (at) => line(`M330 ${236 - at * 66}h230`, c, 3, dim)).join("")}`,
  ],
  [
    /EMC/,
    (c) =>
      `${axes(c)}${line("M110 140H290L340 110H540", "#e0685c", 6, 'stroke-dasharray="14 10"')}${line(`M${points(range(72, (at) => [114 + at * 6, 268 - 22 * Math.abs(Math.sin(at * 2.1)) - 105 * Math.exp(-((at - 22) ** 2) / 5) - 70 * Math.exp(-((at - 48) ** 2) / 4)]))}`, c, 5)}`,
  ],
  [
    /OTA/,
    (c) =>
      `${range(2, (row) => `${box(110, 90 + row * 110, 280, 80, row ? "#31414f" : c, 10)}${word(150, 143 + row * 110, "AB"[row], 38, paper)}`).join("")}${line("M430 130c90 0 90 110 0 110", gold, 9)}${line("M450 216l-24 24 28 20", gold, 9)}${range(5, (at) => box(200 + at * 36, 224, 24, 32, at < 2 ? gold : "#44586a", 3)).join("")}`,
  ],
  [/I2C/, (c) => `${wave(160, c, false)}${wave(280, gold, true)}`],
  // What happened in the community.
  [
    /名单/,
    (c) =>
      range(
        4,
        (at) =>
          `${disc(170, 90 + at * 60, 20, at < 3 ? [gold, "#b9bec8", "#b8692f"][at] : "#31414f")}${line(`M220 ${90 + at * 60}h${[240, 190, 220, 160][at]}`, at === 0 ? paper : c, 14)}`,
      ).join(""),
  ],
  [
    /实训营/,
    (c) =>
      `${disc(480, 100, 40, gold)}${shape("M320 110L130 290h380z", c)}${shape("M320 110L270 290h100z", dark)}${line("M320 110V80l36 14 -36 14", paper, 6)}${line("M80 292H560", paper, 6, dim)}`,
  ],
  [
    /高校行/,
    (c) =>
      `${shape("M130 150L320 70 510 150z", c)}${box(130, 158, 380, 18, paper)}${range(5, (at) => box(150 + at * 78, 184, 30, 90, "#dfe5ea", 3)).join("")}${box(110, 280, 420, 16, paper)}${ring(320, 124, 16, gold, 7)}`,
  ],
  [
    /版主/,
    (c) =>
      `${shape("M320 60l130 40v90c0 60 -60 100 -130 120c-70 -20 -130 -60 -130 -120v-90z", c)}${line("M262 184l42 42 80 -86", paper, 16)}`,
  ],
  [
    /开源之夏/,
    (c) =>
      `${line("M140 110H500M210 110c50 0 50 90 100 90h110c40 0 40 -90 80 -90M280 200c40 0 40 70 90 70h70", c, 8)}${[
        [140, 110],
        [210, 110],
        [310, 200],
        [420, 200],
        [500, 110],
        [370, 270],
        [440, 270],
      ]
        .map(([x, y], at) => disc(x, y, 15, at % 3 ? paper : gold))
        .join("")}`,
  ],
  [
    /开发者日/,
    (c) =>
      `${box(170, 60, 300, 130, dark, 8, `stroke="${c}" stroke-width="6"`)}${line("M220 160V120M260 160V100M300 160v-24M340 160V90", gold, 14)}${shape("M380 90l50 34 -50 34z", c)}${people(7, 250, "#31414f")}`,
  ],
  [
    /夜谈/,
    (c) =>
      `${shape("M420 70a70 70 0 1 0 66 94a56 56 0 1 1 -66 -94z", gold)}${box(250, 90, 80, 130, c, 40)}${line("M220 170v10a70 70 0 0 0 140 0v-10M290 252v40M240 294h100", paper, 9)}${range(5, (at) => disc(90 + at * 118, 60 + ((at * 67) % 60), 4, paper)).join("")}`,
  ],
  [
    /直播间/,
    (c) =>
      `${box(120, 80, 400, 210, dark, 14, `stroke="${c}" stroke-width="6"`)}${box(160, 120, 160, 130, "#1e5a4a", 8)}${range(3, (at) => line(`M176 ${150 + at * 34}h60l20 14h44`, gold, 5)).join("")}${ring(420, 186, 46, paper, 10)}${line("M454 220l40 40", paper, 14)}${disc(150, 106, 9, "#e0685c")}`,
  ],
  [
    /答疑/,
    (c) =>
      `${shape("M120 80h240a18 18 0 0 1 18 18v90a18 18 0 0 1 -18 18h-160l-50 44v-44h-30a18 18 0 0 1 -18 -18v-90a18 18 0 0 1 18 -18z", c)}${word(240, 178, "?", 96, paper)}${shape("M420 150h90a16 16 0 0 1 16 16v70a16 16 0 0 1 -16 16h-20v40l-44 -40h-26a16 16 0 0 1 -16 -16v-70a16 16 0 0 1 16 -16z", gold)}`,
  ],
  [
    /优秀作品/,
    (c) =>
      `${shape("M230 70h180v70c0 70 -40 110 -90 116c-50 -6 -90 -46 -90 -116z", gold)}${line("M230 92h-50c0 50 20 80 60 84M410 92h50c0 50 -20 80 -60 84", gold, 12)}${box(300, 250, 40, 30, gold)}${box(250, 280, 140, 22, c, 6)}${line("M292 140l22 22 40 -46", dark, 10)}`,
  ],
  [/读书会|教材/, book],
  [
    /周年/,
    (c) =>
      `${box(200, 190, 240, 100, c, 12)}${line("M200 220q30 26 60 0t60 0 60 0 60 0", paper, 10)}${[270, 370].map((x) => `${box(x - 8, 120, 16, 70, paper, 4)}${shape(`M${x} 76c22 26 10 40 0 40s-22 -14 0 -40z`, gold)}`).join("")}`,
  ],
  // What was done with others.
  [
    /三所高校/,
    (c) =>
      `${range(3, (at) => `${shape(`M${100 + at * 160} 160l60 -50 60 50z`, c)}${range(3, (post) => box(112 + at * 160 + post * 38, 166, 20, 70, paper, 2)).join("")}`).join("")}${line("M160 250v30h320v-30M320 250v50", gold, 7)}`,
  ],
  [
    /认证模组/,
    (c) =>
      `${box(180, 90, 200, 200, "#1e5a4a", 12)}${line("M204 116h26v22h24v-22h26v22h24v-22h26v22", gold, 7)}${box(220, 170, 120, 90, "#b9bec8", 6)}${disc(450, 220, 62, c)}${line("M422 220l22 22 40 -44", paper, 12)}`,
  ],
  [
    /参展/,
    (c) =>
      `${shape("M150 80h340l40 70H110z", c)}${range(4, (at) => shape(`M${110 + at * 105} 150h105a52 40 0 0 1 -105 0z`, at % 2 ? paper : gold)).join("")}${box(150, 200, 340, 90, "#31414f", 6)}${people(3, 226, c)}`,
  ],
  [
    /商城/,
    (c) =>
      `${shape("M320 80l150 60 -150 60 -150 -60z", gold)}${shape("M170 148l142 58v100l-142 -58z", c)}${shape("M470 148l-142 58v100l142 -58z", "#31414f")}${line("M245 110l150 60v50", paper, 8)}`,
  ],
  [
    /揭牌/,
    (c) =>
      `${box(150, 90, 340, 170, c, 10)}${box(170, 110, 300, 130, "none", 6, `stroke="${gold}" stroke-width="5"`)}${line("M200 150h150M200 182h220M200 214h110", paper, 10)}${shape("M430 70c70 10 90 90 60 210l-44 -20c20 -80 10 -130 -16 -190z", "#e0685c")}`,
  ],
  [
    /基金会/,
    (c) =>
      `${shape("M320 60l110 62v124l-110 62 -110 -62V122z", c)}${line("M280 230V140M280 180c60 0 80 0 80 -40", paper, 10)}${disc(280, 136, 15, gold)}${disc(280, 234, 15, gold)}${disc(360, 134, 15, gold)}`,
  ],
  [
    /产线验收/,
    (c) =>
      belt(
        c,
        `${box(270, 60, 110, 60, paper, 8)}${disc(325, 128, 20, dark)}${shape("M315 148l-60 50h140l-60 -50z", gold, 'opacity=".45"')}`,
      ),
  ],
  [
    /一致性认证/,
    (c) =>
      `${shape(`M${points(range(33, (at) => [320 + (at % 2 ? 118 : 136) * Math.cos((at * Math.PI) / 16), 180 + (at % 2 ? 118 : 136) * Math.sin((at * Math.PI) / 16)]))}z`, c)}${ring(320, 180, 92, paper, 5)}${line("M272 182l34 34 66 -74", paper, 16)}`,
  ],
  [
    /云平台/,
    (c) =>
      `${shape("M210 190a60 60 0 0 1 20 -116a84 84 0 0 1 160 20a52 52 0 0 1 20 96z", c)}${[180, 320, 460].map((x) => `${line(`M320 194L${x} 260`, paper, 6)}${box(x - 34, 258, 68, 46, "#31414f", 6)}${disc(x, 281, 9, gold)}`).join("")}`,
  ],
  [
    /改造案例/,
    (c) =>
      belt(
        c,
        `${ring(318, 150, 62, paper, 12)}${line("M364 196l70 66", paper, 18)}${line("M290 150l22 22 36 -42", gold, 10)}`,
      ),
  ],
];

const hues = { 1: 205, 2: 268, 3: 172, 4: 24 };

/** The cover of a news item. Throws for one whose title no scene is about. */
export function newsCover({ id, category, title }) {
  const hue = hues[category] + ((id * 11) % 28) - 14;
  const colour = `hsl(${hue},58%,66%)`;
  const back = `${box(0, 0, 640, 360, `hsl(${hue},40%,18%)`)}${shape("M0 360L640 170V360z", `hsl(${hue},40%,15%)`)}`;
  const update = category === 1 && updates.find(([about]) => about.test(title));
  if (update) {
    const name = title.slice(0, title.indexOf(" 资料更新"));
    return svg(`${back}${chip(200, 180, 150, name, colour)}${update[1](colour)}`);
  }
  const scene = scenes.find(([about]) => about.test(title));
  if (!scene) throw new Error(`no scene is about the news ${id}: ${title}`);
  return svg(back + scene[1](colour));
}

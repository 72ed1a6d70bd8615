/**
 * Makes the pictures, files and videos of the demo pack from its texts, those that are not there yet: drawings
 * and photographs of products, PDF and ZIP files of resources, four videos with subtitles, covers, portraits
 * and lesson videos of the training classes. Needs what installing the product does not: Chromium (as the
 * browser's tests) with the Noto CJK fonts, and, for the four videos, ffmpeg with libvpx.
 *
 *   node content/media/build.mjs [--videos]   with --videos the videos too, which takes minutes
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { parse } from "yaml";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { courseCover, portrait, programmeCover } from "./drawings.mjs";
import { makeLessonMedia } from "./lesson-media.mjs";
import { newsCover } from "./news-covers.mjs";

const pack = "content/demo/";
const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const hue = (seed) => (Number(seed) * 47) % 360;

/** Writes a file of the pack unless it is there. */
async function missing(path, make) {
  if (existsSync(pack + path)) return;
  mkdirSync(pack + path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(pack + path, await make());
}

/** Every text of a folder, with its front matter. */
function texts(folder) {
  return readdirSync(pack + folder).map((name) => {
    const [, front, body] = readFileSync(`${pack}${folder}/${name}`, "utf8").split(/^---\n/m);
    return { ...parse(front), body };
  });
}

const svg = (width, height, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${inside}\n</svg>\n`;
const label = (x, y, text, size = 22, fill = "#fff", anchor = "middle") =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;

/** A package seen from above, or a board with what stands on it. */
function drawing({ id, name, kind }) {
  const colour = hue(id);
  const back = `<rect width="640" height="420" fill="hsl(${colour},30%,94%)"/>`;
  if (kind === "tool" && !String(name).includes("调试器"))
    return svg(
      640,
      420,
      `${back}<rect x="90" y="70" width="460" height="280" rx="12" fill="hsl(${colour},35%,22%)"/><rect x="90" y="70" width="460" height="36" rx="12" fill="hsl(${colour},35%,32%)"/><path d="M130 160h180M150 195h220M150 230h150M130 265h240" stroke="hsl(${colour},60%,70%)" stroke-width="10" stroke-linecap="round"/>${label(320, 325, name, 24)}`,
    );
  if (kind === "board" || kind === "kit" || kind === "module" || kind === "tool") {
    const holes = [
      [110, 90],
      [530, 90],
      [110, 330],
      [530, 330],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="hsl(${colour},30%,94%)"/>`)
      .join("");
    const pads = Array.from(
      { length: 20 },
      (_, at) => `<rect x="${140 + at * 18}" y="76" width="10" height="14" fill="#d8b45a"/>`,
    ).join("");
    return svg(
      640,
      420,
      `${back}<rect x="80" y="60" width="480" height="300" rx="14" fill="hsl(${(colour + 120) % 360},40%,28%)"/>${holes}${pads}<rect x="250" y="150" width="140" height="120" rx="6" fill="#23252b"/>${label(320, 216, String(name).slice(0, 12), 16)}<rect x="84" y="180" width="46" height="70" rx="6" fill="#b9bec8"/><g fill="#4a4d55"><rect x="440" y="160" width="60" height="40" rx="4"/><rect x="440" y="230" width="60" height="40" rx="4"/></g>${label(320, 400, name, 22, `hsl(${colour},40%,25%)`)}`,
    );
  }
  const count = 8 + (Number(id) % 5);
  const pins = Array.from({ length: count }, (_, at) => {
    const place = 130 + (at + 0.5) * (180 / count);
    const along = 230 + (at + 0.5) * (180 / count);
    return `<rect x="208" y="${place - 5}" width="22" height="9"/><rect x="410" y="${place - 5}" width="22" height="9"/><rect x="${along - 5}" y="108" width="9" height="22"/><rect x="${along - 5}" y="310" width="9" height="22"/>`;
  }).join("");
  return svg(
    640,
    420,
    `${back}<g fill="#aab0bb">${pins}</g><rect x="230" y="130" width="180" height="180" rx="8" fill="#2a2d34"/><circle cx="250" cy="150" r="6" fill="#6a6f7a"/>${label(320, 226, String(name).replace(/（.*/, ""), 24)}${label(320, 262, "2026", 16, "#a9afba")}`,
  );
}

/** Where each pin stands. */
function pinout({ id, name, pinout: { pins } }) {
  const half = Math.ceil(pins.length / 2);
  const rows = pins.map(({ pin, name: signal }, at) => {
    const left = at < half;
    const y = 90 + (left ? at : pins.length - 1 - at) * 38;
    const x = left ? 220 : 420;
    return `<rect x="${left ? 196 : 420}" y="${y - 14}" width="24" height="20" fill="#aab0bb"/>${label(left ? 186 : 456, y + 2, signal, 15, "#26304a", left ? "end" : "start")}${label(x + (left ? 14 : -14), y + 1, pin, 13)}`;
  });
  const height = half * 38 + 110;
  return svg(
    640,
    height,
    `<rect width="640" height="${height}" fill="#f5f7fb"/><rect x="220" y="56" width="200" height="${half * 38 + 16}" rx="8" fill="#2a2d34"/>${rows.join("")}${label(320, 36, name, 22, `hsl(${hue(id)},45%,30%)`)}`,
  );
}

/** The blocks that hang on a chip's bus, by its id. */
const insideOf = {
  110101: [
    "RISC-V 240 MHz",
    "606 KB SRAM",
    "4 MB Flash",
    "Wi-Fi 6 射频",
    "SLE / BLE 基带",
    "安全引擎",
    "电源与时钟",
    "ADC",
    "GPIO / PWM",
    "UART × 3",
    "SPI × 2",
    "I²C × 2",
  ],
  120101: [
    "双核 A55 850 MHz",
    "NPU 2.5 TOPS",
    "ISP 双路 4K",
    "H.264 / H.265",
    "MIPI CSI × 2",
    "DDR4 控制器",
    "显示输出",
    "以太网 MAC",
    "USB 2.0",
    "SDIO / eMMC",
    "音频编解码",
    "安全启动",
  ],
  140101: [
    "RISC-V 内核",
    "SRAM",
    "Flash",
    "高级定时器 PWM",
    "ADC × 2",
    "运放 × 3",
    "比较器 × 3",
    "DAC",
    "UART × 3",
    "SPI",
    "I²C",
    "看门狗",
  ],
};

/** What is inside of it: its name above a bus, and the blocks that hang on it. */
function blockDiagram({ id, name }) {
  const tint = hue(id);
  const blocks = insideOf[id] ?? [];
  const box = (x, y, width, text, dark = false) =>
    `<rect x="${x}" y="${y}" width="${width}" height="56" rx="6" fill="${dark ? "#2a2d34" : `hsl(${tint},40%,90%)`}" stroke="hsl(${tint},35%,55%)"/>${label(x + width / 2, y + 34, text, 15, dark ? "#fff" : "#26304a")}`;
  const rows = Math.ceil(blocks.length / 4);
  const placed = blocks.map((text, at) => box(20 + (at % 4) * 152, 190 + Math.floor(at / 4) * 84, 144, text));
  const height = 190 + rows * 84 + 10;
  const lines = blocks
    .slice(0, 4)
    .map((_, at) => `<path d="M${92 + at * 152} 152v38" stroke="#7d8799" stroke-width="2"/>`);
  return svg(
    640,
    height,
    `<rect width="640" height="${height}" fill="#f5f7fb"/>${box(180, 30, 280, name, true)}<path d="M320 86v50" stroke="#7d8799" stroke-width="2"/><rect x="20" y="136" width="600" height="16" rx="4" fill="hsl(${tint},35%,55%)"/>${lines.join("")}${placed.join("")}`,
  );
}

/** A package from above and from the side, with its size. */
function packageDrawing({ id, packages: [{ package: box, size }] }) {
  const tint = `hsl(${hue(id)},45%,30%)`;
  const leads = Array.from({ length: 10 }, (_, at) => {
    const along = 92 + at * 18;
    return `<rect x="${along}" y="60" width="8" height="12"/><rect x="${along}" y="262" width="8" height="12"/><rect x="60" y="${along - 12}" width="12" height="8"/><rect x="282" y="${along - 12}" width="12" height="8"/>`;
  });
  return svg(
    640,
    340,
    `<rect width="640" height="340" fill="#f5f7fb"/><g fill="#aab0bb">${leads.join("")}</g><rect x="72" y="72" width="210" height="190" fill="none" stroke="#2a2d34" stroke-width="2"/><circle cx="90" cy="90" r="5" fill="#2a2d34"/><rect x="132" y="122" width="90" height="90" fill="none" stroke="#7d8799" stroke-dasharray="6 4"/><rect x="380" y="140" width="200" height="36" fill="none" stroke="#2a2d34" stroke-width="2"/><path d="M380 200h200M380 192v16M580 192v16" stroke="${tint}" stroke-width="2"/>${label(480, 228, size, 16, tint)}${label(177, 306, box, 18, tint)}`,
  );
}

async function drawProducts() {
  for (const product of texts("products")) {
    if (product.diagram) await missing(product.diagram.image, () => blockDiagram(product));
    for (const { image } of product.drawings ?? []) await missing(image, () => packageDrawing(product));
    await missing(`images/p-${product.id}.svg`, () => drawing(product));
    if (product.pinout) await missing(`images/pinout-${product.id}.svg`, () => pinout(product));
    if (!product.gallery?.some(({ image }) => image.endsWith(".webp"))) continue;
    await missing(`images/photo-${product.id}.webp`, () =>
      sharp(Buffer.from(drawing(product)), { density: 190 })
        .resize(1440)
        .modulate({ brightness: 0.96 })
        .blur(0.6)
        .webp({ quality: 62 })
        .toBuffer(),
    );
  }
  for (const piece of texts("news")) await missing(piece.cover.image, () => newsCover(piece));
}

/** A cover for each activity: beams of light from a stage, as many as its number. */
async function drawEvents() {
  for (const { id } of texts("activities")) {
    const beams = Array.from({ length: 5 + (id % 4) }, (_, at) => {
      const x = 60 + at * 75 + ((id * 13) % 30);
      return `<path d="M${x} 0 L${x - 70 + ((at * id) % 5) * 28} 300 h90Z" fill="hsl(${id * 47 + at * 14},65%,58%)" opacity="0.5"/>`;
    });
    const seats = Array.from({ length: 16 }, (_, at) => {
      const height = 12 + ((at * id) % 4) * 5;
      return `<circle cx="${20 + at * 40}" cy="${330 - height}" r="${10 + ((at + id) % 3) * 3}" fill="hsl(${id * 47},35%,14%)"/>`;
    });
    await missing(`images/event-${id}.svg`, () =>
      svg(
        640,
        360,
        `<rect width="640" height="360" fill="hsl(${id * 47},45%,24%)"/>${beams.join("")}<rect y="296" width="640" height="64" fill="hsl(${id * 47},35%,14%)"/>${seats.join("")}`,
      ),
    );
  }
}

const sheet = (
  { title, level, licence, body },
  { version, date, changes = "" },
) => `<!doctype html><meta charset="utf-8">
<style>@page{size:A5;margin:18mm}body{font:12px/1.7 "Noto Sans CJK SC",sans-serif}h1{font-size:20px;font-weight:400;border-bottom:2px solid #335}p{white-space:pre-line}</style>
<h1>${escaped(title)}</h1><p>${version}　${date}　${level}</p><p>${escaped(body.trim())}</p><p>${escaped(changes)}</p><p>${escaped(licence ?? "")}</p>`;

/** Lines of at most so many characters. */
const wrapped = (text, most) =>
  text
    .split("\n")
    .flatMap((line) => (line === "" ? [""] : (line.match(new RegExp(`.{1,${most}}`, "gu")) ?? [])));

/**
 * A page of text in the font that every viewer brings for Chinese, so that it weighs two kilobytes: embedded
 * by Chromium, the same glyphs weigh a hundred.
 */
function plainPdf({ title, level, licence, body }, { version, date, changes = "" }) {
  const hex = (text) => Buffer.from(text, "utf16le").swap16().toString("hex");
  const lines = wrapped(
    [`${version}  ${date}  ${level}`, "", body.trim(), "", changes, licence ?? ""].join("\n"),
    34,
  );
  const shown = lines.map((line) => `<${hex(line)}> Tj T*`).join("\n");
  const stream = `BT /F 18 Tf 50 540 Td <${hex(title.slice(0, 20))}> Tj ET\nBT /F 10 Tf 16 TL 50 505 Td ${shown} ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** The levels whose documents are printed by Chromium, fonts and all: courses and solutions. */
const printed = new Set([2304, 2401, 2402]);

function archive({ title, body, licence }, { version, date, changes = "" }, name) {
  const folder = name.replace(/\.zip$/, "");
  const program = `#include <stdint.h>\n#include <stdio.h>\n\n/* ${title} */\nint main(void)\n{\n    uint32_t ticks = 0;\n    while (ticks < 10) {\n        printf("tick %u\\n", (unsigned)ticks++);\n    }\n    return 0;\n}\n`;
  const entries = {
    [`${folder}/README.md`]: `# ${title} ${version}\n\n${body.trim()}\n\n## 编译\n\n    cmake -B build && cmake --build build\n`,
    [`${folder}/CHANGELOG.md`]: `## ${version}（${date}）\n\n${changes}\n`,
    [`${folder}/LICENSE`]: `${licence ?? ""}\n`,
    [`${folder}/CMakeLists.txt`]:
      "cmake_minimum_required(VERSION 3.16)\nproject(example C)\nadd_executable(example src/main.c)\n",
    [`${folder}/src/main.c`]: program,
  };
  const files = Object.entries(entries).map(([path, text]) => [path, strToU8(text)]);
  return zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(`${date}T00:00:00`) });
}

async function writeFiles() {
  const browser = await chromium.launch({ executablePath: findChromium() });
  const page = await browser.newPage();
  for (const resource of texts("resources"))
    for (const version of resource.versions) {
      const name = version.file.slice("files/".length);
      await missing(version.file, async () => {
        if (name.endsWith(".zip")) return archive(resource, version, name);
        if (!printed.has(resource.level)) return plainPdf(resource, version);
        await page.setContent(sheet(resource, version));
        return page.pdf({ preferCSSPageSize: true, tagged: false });
      });
    }
  await browser.close();
}

const [width, height, perSecond, seconds] = [640, 360, 8, 32];
const wave = (points, colour) =>
  `<polyline points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}" fill="none" stroke="${colour}" stroke-width="3"/>`;
const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** What the videos draw at a moment between 0 and 1. */
const videos = [
  {
    name: "sle-round-trip",
    title: "星闪：一次往返 250 微秒",
    steps: ["网关发出调度帧", "终端收到并应答", "应答丢失，立即重传", "一个周期内完成确认"],
    draw(at) {
      const phase = (at * 12) % 2;
      const x = 120 + 400 * (phase < 1 ? phase : 2 - phase);
      const lost = at > 0.5 && at < 0.75 && phase > 1.4;
      return `<rect x="60" y="150" width="70" height="60" rx="8" fill="#3b6cf0"/><rect x="510" y="150" width="70" height="60" rx="8" fill="#2fa36b"/><path d="M130 180H510" stroke="#56607a" stroke-width="2" stroke-dasharray="6 6"/><circle cx="${x.toFixed(1)}" cy="180" r="${lost ? 5 : 12}" fill="${lost ? "#e05252" : "#ffd35c"}"/>${label(95, 240, "网关", 16)}${label(545, 240, "终端", 16)}`;
    },
  },
  {
    name: "foc-frames",
    title: "FOC：从三相到两个直流量",
    steps: ["三相电流相差 120 度", "克拉克变换：两个正交量", "帕克变换：跟着转子转", "电流环只需控制直流"],
    draw(at) {
      const turn = at * Math.PI * 16;
      const phases = range(3, (phase) =>
        wave(
          range(60, (x) => [40 + x * 4.6, 180 + 60 * Math.sin(x / 6 + turn + (phase * 2 * Math.PI) / 3)]),
          ["#ff7b6b", "#ffd35c", "#62c4ff"][phase],
        ),
      );
      return `${phases.join("")}<circle cx="490" cy="180" r="90" fill="none" stroke="#56607a" stroke-width="2"/><line x1="490" y1="180" x2="${(490 + 85 * Math.cos(turn)).toFixed(1)}" y2="${(180 - 85 * Math.sin(turn)).toFixed(1)}" stroke="#6be3a4" stroke-width="6" stroke-linecap="round"/>`;
    },
  },
  {
    name: "dtim-current",
    title: "DTIM 与保活电流",
    steps: ["每隔 100 ms 一个信标", "DTIM1：每个信标都醒", "DTIM10：十个才醒一次", "平均电流降到五分之一"],
    draw(at) {
      const every = at < 0.5 ? 1 : 5;
      const shift = at * 900;
      const points = range(150, (x) => {
        const time = x * 4 + shift;
        const beacon = Math.floor(time / 40);
        return [20 + x * 4, 250 - (beacon % every === 0 && time % 40 < 8 ? 140 : 4)];
      });
      return `<path d="M20 254H620" stroke="#56607a" stroke-width="2"/>${wave(points, "#6be3a4")}${label(600, 100, every === 1 ? "1.8 mA" : "0.35 mA", 26, "#ffd35c", "end")}`;
    },
  },
  {
    name: "int8-quantise",
    title: "INT8 量化一分钟",
    steps: ["浮点数的分布", "尺度与零点把它放进 256 格", "离群值浪费格子", "截断之后精度回来"],
    draw(at) {
      const clip = at > 0.75 ? 1 : at > 0.5 ? 0.55 : 0.8;
      const bars = range(48, (bar) => {
        const value = Math.exp(-(((bar - 24) / (10 * clip)) ** 2)) * (0.92 + 0.08 * Math.sin(bar + at * 40));
        const tall = at < 0.25 ? value * 160 : (Math.round(value * 12) / 12) * 160;
        return `<rect x="${40 + bar * 11.7}" y="${(260 - tall).toFixed(1)}" width="9" height="${tall.toFixed(1)}" fill="hsl(${200 + bar * 2},70%,60%)"/>`;
      });
      return bars.join("");
    },
  },
];

function frame({ title, steps, draw }, at) {
  const step = Math.min(steps.length - 1, Math.floor(at * steps.length));
  return svg(
    width,
    height,
    `<rect width="640" height="360" fill="#141a2b"/>${label(320, 44, title, 24)}${draw(at)}${label(320, 322, `${step + 1}. ${steps[step]}`, 20, "#cdd6ee")}<rect x="0" y="354" width="${(at * 640).toFixed(0)}" height="6" fill="#3b6cf0"/>`,
  );
}

const clock = (second) => `00:${String(Math.floor(second)).padStart(2, "0")}.000`;

async function record(video) {
  const path = `${pack}media/${video.name}.webm`;
  const options = [
    "-y",
    "-f",
    "image2pipe",
    "-c:v",
    "png",
    "-r",
    String(perSecond),
    "-i",
    "-",
    "-c:v",
    "libvpx-vp9",
    "-pix_fmt",
    "yuv420p",
    "-b:v",
    "45k",
    "-maxrate",
    "60k",
    "-bufsize",
    "120k",
    "-deadline",
    "good",
    "-cpu-used",
    "4",
    "-g",
    "64",
    path,
  ];
  const ffmpeg = spawn("ffmpeg", options, { stdio: ["pipe", "ignore", "ignore"] });
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const picture = await sharp(Buffer.from(frame(video, number / (perSecond * seconds))))
      .png({ compressionLevel: 1 })
      .toBuffer();
    if (!ffmpeg.stdin.write(picture)) await new Promise((resolve) => ffmpeg.stdin.once("drain", resolve));
  }
  ffmpeg.stdin.end();
  await new Promise((resolve, reject) =>
    ffmpeg.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg: ${code}`)))),
  );
  if (statSync(path).size > 250 * 1024) throw new Error(`${path} is larger than 250 KB`);
}

async function makeVideos() {
  mkdirSync(`${pack}media`, { recursive: true });
  for (const [index, video] of videos.entries()) {
    await missing(`images/poster-${index + 1}.svg`, () => frame(video, 0.3));
    const each = seconds / video.steps.length;
    const cues = video.steps.map(
      (step, at) => `${clock(at * each)} --> ${clock((at + 1) * each)}\n${step}\n`,
    );
    await missing(`media/${video.name}.vtt`, () => `WEBVTT\n\n${cues.join("\n")}`);
    if (process.argv.includes("--videos") && !existsSync(`${pack}media/${video.name}.webm`))
      await record(video);
  }
}

async function drawTraining() {
  for (const course of texts("courses")) await missing(course.cover.image, () => courseCover(course));
  const { lecturers } = parse(readFileSync(`${pack}lecturers.yaml`, "utf8"));
  for (const lecturer of lecturers) await missing(lecturer.photo, () => portrait(lecturer));
  const { programmes } = parse(readFileSync(`${pack}talents.md`, "utf8").split(/^---\n/m)[1]);
  for (const programme of programmes) await missing(programme.cover.image, () => programmeCover(programme));
  await makeLessonMedia(pack, missing, { videos: process.argv.includes("--videos") });
}

await drawEvents();
await drawProducts();
await writeFiles();
await makeVideos();
await drawTraining();

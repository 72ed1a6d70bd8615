/** Drawings of the demo's training classes as SVG: covers of courses and programmes, portraits of lecturers. */

const svg = (width, height, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${inside}\n</svg>\n`;
const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const path = (points) =>
  `M${points.map(([x, y]) => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`).join(" ")}`;

/** What stands on the cover of a class's courses; `n` is the course's number in its class. */
const motifs = {
  // Waves that leave an antenna.
  1: (n, colour) =>
    `<path d="M320 300V190M290 150l30 40 30-40" fill="none" stroke="${colour}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>${range(
      3 + (n % 3),
      (at) =>
        `<path d="M${320 - 60 - at * 42} ${110 - at * 18}a${70 + at * 46} ${70 + at * 46} 0 0 1 ${120 + at * 84} 0" fill="none" stroke="${colour}" stroke-width="6" opacity="${(0.9 - at * 0.16).toFixed(2)}"/>`,
    ).join("")}`,
  // A terminal with its lines.
  2: (n, colour) =>
    `<rect x="120" y="70" width="400" height="230" rx="14" fill="#0c151d"/><path d="M120 104h400" stroke="${colour}" stroke-width="3" opacity=".5"/>${range(
      5,
      (at) =>
        `<path d="M${150 + (at % 3) * 18} ${136 + at * 32}h${90 + ((n * 53 + at * 71) % 210)}" stroke="${colour}" stroke-width="10" stroke-linecap="round" opacity="${at === n % 5 ? 1 : 0.45}"/>`,
    ).join("")}`,
  // Layers of a system.
  3: (n, colour) =>
    range(
      4,
      (at) =>
        `<path d="M320 ${88 + at * 48}l170 54-170 54-170-54z" fill="${colour}" fill-opacity="${at === n % 4 ? 0.75 : 0.16}" stroke="${colour}" stroke-width="4"/>`,
    )
      .reverse()
      .join(""),
  // Cells that compute.
  4: (n, colour) =>
    range(70, (at) => {
      const [x, y] = [at % 10, Math.floor(at / 10)];
      const lit = (x * (n + 2) + y * 3) % 7 < 2;
      return `<rect x="${150 + x * 35}" y="${60 + y * 35}" width="29" height="29" rx="5" fill="${colour}" opacity="${lit ? 0.95 : 0.2}"/>`;
    }).join(""),
  // Three phases and what they turn.
  5: (n, colour) =>
    `${range(3, (phase) => `<path d="${path(range(40, (at) => [60 + at * 7, 180 + 76 * Math.sin(at / (3.5 + (n % 3)) + (phase * 2 * Math.PI) / 3)]))}" fill="none" stroke="${colour}" stroke-width="5" opacity="${1 - phase * 0.28}"/>`).join("")}<circle cx="470" cy="180" r="92" fill="none" stroke="${colour}" stroke-width="8"/>${range(6, (at) => `<path d="M470 180L${(470 + 84 * Math.cos((at * Math.PI) / 3 + n * 0.4)).toFixed(1)} ${(180 + 84 * Math.sin((at * Math.PI) / 3 + n * 0.4)).toFixed(1)}" stroke="${colour}" stroke-width="6" opacity=".55"/>`).join("")}<circle cx="470" cy="180" r="22" fill="${colour}"/>`,
  // Traces between pads.
  6: (n, colour) =>
    range(7, (at) => {
      const [from, to] = [70 + at * 36, 70 + ((at * 3 + n) % 7) * 36];
      return `<path d="M110 ${from}h${90 + at * 16}l${(to - from) / 2} ${to - from}H530" fill="none" stroke="${colour}" stroke-width="6" stroke-linejoin="round" opacity="${at === n % 7 ? 1 : 0.4}"/><circle cx="110" cy="${from}" r="9" fill="#d8b45a"/><circle cx="530" cy="${to}" r="9" fill="#d8b45a"/>`;
    }).join(""),
};
const hues = { 1: 168, 2: 210, 3: 258, 4: 190, 5: 28, 6: 130 };

/** The cover of a course: its class's motif, and as many dots as its level says. */
export function courseCover({ id, class: kind, level }) {
  const hue = hues[kind] + (id % 10) * 5;
  const dots = range(
    3,
    (at) => `<circle cx="${36 + at * 26}" cy="326" r="7" fill="#fff" opacity="${at < level ? 0.95 : 0.25}"/>`,
  );
  return svg(
    640,
    360,
    `<rect width="640" height="360" fill="hsl(${hue},42%,19%)"/><path d="M0 360L640 120V360z" fill="hsl(${hue},42%,15%)"/>${motifs[kind](id % 100, `hsl(${hue},62%,68%)`)}${dots.join("")}`,
  );
}

/** What a programme is about: a lesson at a board, a team's cup, the way from the campus to a company. */
const programmes = {
  1: (colour) =>
    `<rect x="80" y="60" width="330" height="200" rx="10" fill="#12382f" stroke="${colour}" stroke-width="8"/><path d="M116 110h150M116 146h210M116 182h110" stroke="#f4f6f8" stroke-width="9" stroke-linecap="round"/><path d="M300 226V170l44 56h36" fill="none" stroke="#d8b45a" stroke-width="7" stroke-linejoin="round"/><path d="M100 300h290" stroke="${colour}" stroke-width="10" stroke-linecap="round"/>`,
  2: (colour) =>
    `<path d="M170 70h160v64c0 62-36 98-80 104c-44-6-80-42-80-104z" fill="#d8b45a"/><path d="M170 90h-46c0 46 18 74 54 78M330 90h46c0 46-18 74-54 78" fill="none" stroke="#d8b45a" stroke-width="11"/><path d="M232 236h36v30h-36zM186 266h128v20H186z" fill="${colour}"/>${range(3, (at) => `<circle cx="${150 + at * 100}" cy="316" r="13" fill="#f4f6f8" opacity="${at === 1 ? 1 : 0.6}"/>`).join("")}`,
  3: (colour) =>
    `<path d="M60 270V170l60-46 60 46v100z" fill="${colour}"/><path d="M104 270v-50h32v50z" fill="#0c151d"/><path d="M196 250c90 0 60-120 150-120" fill="none" stroke="#d8b45a" stroke-width="9" stroke-dasharray="4 20" stroke-linecap="round"/><path d="M330 112l24 18-24 18" fill="none" stroke="#d8b45a" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/><rect x="370" y="60" width="84" height="210" fill="#31414f"/>${range(8, (at) => `<rect x="${386 + (at % 2) * 32}" y="${80 + (at >> 1) * 44}" width="20" height="24" fill="${at % 3 ? "#f4f6f8" : colour}" opacity=".85"/>`).join("")}<path d="M40 272h440" stroke="#f4f6f8" stroke-width="8" stroke-linecap="round" opacity=".5"/>`,
};

/** The cover of a university programme: what it is about, and the chip with which it ends. */
export function programmeCover({ id }) {
  const hue = 150 + id * 40;
  const pins = range(
    5,
    (at) => `<path d="M${500 + at * 18} 44v-16M${500 + at * 18} 156v-16" stroke="#d8b45a" stroke-width="6"/>`,
  );
  return svg(
    640,
    360,
    `<rect width="640" height="360" fill="hsl(${hue},40%,16%)"/>${programmes[id](`hsl(${hue},50%,58%)`)}${pins.join("")}<rect x="484" y="44" width="104" height="96" rx="10" fill="#23252b"/><path d="M512 92l18 18 32-36" fill="none" stroke="hsl(${hue},60%,66%)" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
}

const skins = ["#f2cfae", "#e8bd95", "#f6d8bd", "#dfae84"];
const hairs = ["#23201f", "#33291f", "#3b2b22", "#2b2330"];
/** Hair as it falls round a head at (120, 108): short, parted, long, tied, grey at the sides. */
const cuts = [
  (fill) =>
    `<path d="M74 108c-4-46 22-68 48-68s50 22 44 68c-6-22-18-34-30-36-22 8-44 4-52 2-6 10-8 20-10 34z" fill="${fill}"/>`,
  (fill) =>
    `<path d="M72 112c-6-50 24-74 52-72 30 2 48 30 42 72-4-16-8-26-16-34-26-2-44-10-52-18-4 20-20 26-26 52z" fill="${fill}"/>`,
  (fill) =>
    `<path d="M68 176c-8-40-6-80 4-104 10-22 30-32 48-32s38 10 48 32c10 24 12 64 4 104l-18-4c6-30 4-66-4-88-30 2-54-6-62-14-10 24-10 72-2 102z" fill="${fill}"/>`,
  (fill) =>
    `<circle cx="120" cy="34" r="20" fill="${fill}"/><path d="M74 106c-4-44 20-66 46-66s50 22 46 66c-4-22-14-32-26-38-26 6-48 6-56 4-4 10-8 20-10 34z" fill="${fill}"/>`,
  (fill) =>
    `<path d="M76 104c-2-42 18-60 44-60s46 18 44 60c-4-16-10-26-18-32-20 4-36 4-52 0-8 6-14 16-18 32z" fill="${fill}"/><path d="M76 96v30M164 96v30" stroke="#9a9a9a" stroke-width="6"/>`,
];

/** A lecturer's portrait, another one for each number. */
export function portrait({ id }) {
  const hue = (id * 67) % 360;
  const skin = skins[id % skins.length];
  const hair = hairs[(id * 3) % hairs.length];
  const long = [4, 7, 10, 11, 18].includes(id);
  const cut = long ? cuts[2 + (id % 2)] : cuts[[0, 1, 4][id % 3]];
  const glasses =
    id % 3 === 1
      ? '<g fill="none" stroke="#2d3440" stroke-width="4"><circle cx="101" cy="114" r="14"/><circle cx="139" cy="114" r="14"/><path d="M115 112h10"/></g>'
      : "";
  return svg(
    240,
    240,
    `<rect width="240" height="240" fill="hsl(${hue},34%,84%)"/>${long && id % 2 === 0 ? cut(hair) : ""}<path d="M28 240c4-50 40-66 92-66s88 16 92 66z" fill="hsl(${(hue + 150) % 360},30%,34%)"/><path d="M102 150h36v30c-8 12-28 12-36 0z" fill="${skin}"/><path d="M92 176l28 26 28-26 10 6-30 40h-16l-30-40z" fill="#f4f6f8"/><ellipse cx="120" cy="112" rx="43" ry="52" fill="${skin}"/>${cut(hair)}<circle cx="102" cy="114" r="4" fill="#2b2b30"/><circle cx="138" cy="114" r="4" fill="#2b2b30"/><path d="M106 138q14 ${8 + (id % 4) * 2} 28 0" fill="none" stroke="#a4543f" stroke-width="4" stroke-linecap="round"/>${glasses}`,
  );
}

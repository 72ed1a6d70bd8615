/**
 * Draws the raster pictures in public/ from the vector ones: the icons that browsers and phones request by name, and
 * the preview picture of links to the portal. Run it after a change of public/favicon.svg and commit the result.
 *
 *   node scripts/build-pictures.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public", import.meta.url));
const brand = "#0b7d6b";
const icon = readFileSync(join(folder, "favicon.svg"), "utf8");

const draw = (svg, width, height = width) =>
  sharp(Buffer.from(svg), { density: 1200 })
    .resize(width, height)
    .png({ compressionLevel: 9, palette: true, effort: 10 })
    .toBuffer();

/** An ICO file of PNG pictures: a directory of 6 + 16 bytes an entry, then the pictures. */
function ico(pictures) {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    directory.writeUInt8(size, at);
    directory.writeUInt8(size, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}

/** A chip on a board with its traces. It has no words, because the name of the community is configurable. */
function sharePicture() {
  const traces = [];
  for (let index = 0; index < 9; index += 1) {
    const at = 171 + index * 36;
    const bend = 26 * (index - 4);
    const [y, end] = [at, at + bend];
    const x = at + 285;
    traces.push(
      `M430 ${y}h-${120 - Math.abs(bend) / 2}l-${Math.abs(bend)} ${bend}H60`,
      `M770 ${y}h${120 - Math.abs(bend) / 2}l${Math.abs(bend)} ${bend}H1140`,
    );
    traces.push(`M${x} 145V${index % 2 ? 40 : 78}`, `M${x} 485V${index % 2 ? 590 : 552}`);
    traces.push(
      `M60 ${end}h.1M1140 ${end}h.1M${x} ${index % 2 ? 40 : 78}h.1M${x} ${index % 2 ? 590 : 552}h.1`,
    );
  }
  const lines = traces.filter((_, index) => index % 5 !== 4).join("");
  const ends = traces.filter((_, index) => index % 5 === 4).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${brand}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path d="${lines}" stroke="#fff" stroke-opacity=".28" stroke-width="5"/>
      <path d="${ends}" stroke="#fff" stroke-opacity=".5" stroke-width="16"/>
      <rect x="430" y="145" width="340" height="340" rx="36" fill="${brand}" stroke="#fff" stroke-width="12"/>
      <path d="M560 250l-65 65 65 65M640 250l65 65-65 65" stroke="#fff" stroke-width="18"/>
    </g></svg>`;
}

// Phones cut the icon to their own shape, so this one has no rounded corners.
const tile = icon.replace(/ rx="7"/, "");
const sizes = [16, 32, 48];
const icons = await Promise.all(sizes.map(async (size) => ({ size, png: await draw(icon, size) })));
const files = {
  "favicon.ico": ico(icons),
  "apple-touch-icon.png": await draw(tile, 180),
  "icon-192.png": await draw(tile, 192),
  "icon-512.png": await draw(tile, 512),
  "share.png": await draw(sharePicture(), 1200, 630),
};
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(join(folder, name), bytes);
  console.info(`public/${name}: ${bytes.length} 字节`);
}

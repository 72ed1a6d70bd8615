import type { Line, Mark, Shape, Sheet } from "./marks";

function shapeSvg({ d, fill, stroke, width, matrix }: Shape): string {
  const attributes = [
    `fill="${fill ?? "none"}"`,
    stroke ? `stroke="${stroke}" stroke-width="${width ?? 1}" stroke-linejoin="round"` : "",
    matrix ? `transform="matrix(${matrix.map((value) => value.toFixed(5)).join(" ")})"` : "",
  ];
  return `<path ${attributes.filter(Boolean).join(" ")} d="${d}"/>`;
}

function lineSvg({ glyphs, x, y, size, colour, gap }: Line): string {
  let at = x;
  return glyphs
    .map(({ path, width, unitsPerEm }) => {
      const scale = size / unitsPerEm;
      const place = `translate(${at.toFixed(2)} ${y}) scale(${scale} ${-scale})`;
      at += (width + gap) * size;
      return path ? `<path fill="${colour}" transform="${place}" d="${path}"/>` : "";
    })
    .join("");
}

const markSvg = (mark: Mark) => (mark.kind === "line" ? lineSvg(mark) : shapeSvg(mark));

/** A sheet as SVG; its words are shapes, so that no font of the machine is needed. */
export const sheetSvg = ({ width, height, marks }: Sheet): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${marks.map(markSvg).join("")}</svg>`;

import encodeQR, { type ErrorCorrection } from "qr";

/** The width of a module in the image, and of the white border in modules. */
const [moduleWidth, border] = [10, 2];

/** A QR code as an SVG on white, so that phones can also read it from a dark page. */
export function qrCodeSvg(text: string, ecc: ErrorCorrection = "low"): string {
  const rows = encodeQR(text, "raw", { border, ecc });
  const side = rows.length * moduleWidth;
  const squares = rows.flatMap((row, y) =>
    row.map((dark, x) =>
      dark ? `M${x * moduleWidth},${y * moduleWidth}h${moduleWidth}v${moduleWidth}h-${moduleWidth}z` : "",
    ),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect fill="white" width="${side}" height="${side}"/><path fill="black" d="${squares.join("")}"/></svg>`
  );
}

import encodeQR from "qr";
import { type Mark, rectangle } from "./marks";

/** A QR code on white, with its quiet zone, in a square of this side. */
export function qrMarks(text: string, x: number, y: number, side: number): Mark[] {
  const rows = encodeQR(text, "raw", { border: 2, ecc: "low" });
  const step = side / rows.length;
  const squares = rows.flatMap((row, top) =>
    row.flatMap((dark, left) => (dark ? rectangle(x + left * step, y + top * step, step, step) : [])),
  );
  return [
    { kind: "shape", d: rectangle(x, y, side, side), fill: "#ffffff" },
    { kind: "shape", d: squares.join(""), fill: "#17212b" },
  ];
}

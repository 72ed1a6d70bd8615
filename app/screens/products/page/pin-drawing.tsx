import styles from "./page.module.css";
import type { Pin } from "./pin-places";

/** Lengths in the drawing's units: from pin to pin, from a corner to the first pin, a pad's side, a letter. */
const [pitch, corner, pad, letter] = [22, 23, 14, 7];
/** The least width of a package with two sides: its numbers need room. */
const narrow = 120;
/** Longer names are whole in the table and when a pin is pointed at. */
const nameMax = 14;

type Side = "left" | "bottom" | "right" | "top";
const sidesOf = (count: number): Side[] =>
  count === 4 ? ["left", "bottom", "right", "top"] : ["left", "right"];

/** What a pin carries, by the word in the table. */
const kindOf = (type: string) =>
  /电源|power/i.test(type) ? "power" : /地|ground/i.test(type) ? "ground" : undefined;

const short = (name: string) => {
  const first = name.split(" / ")[0] ?? name;
  return first.length > nameMax ? `${first.slice(0, nameMax - 1)}…` : first;
};

/** The length of a name in letters: a Chinese character is as wide as two. */
const lettersOf = (name: string) => [...name].reduce((sum, one) => sum + (one > "\u2E7F" ? 2 : 1), 0);

/**
 * A package from above with its pins, counted against the clock from the upper left corner. Whoever points at a pin sees
 * what it does, and a press leads to its row in the table, which says the same to screen readers.
 */
export function PinDrawing({ sides, rowId }: { sides: Pin[][]; rowId: (pin: string) => string }) {
  const each = sides[0]?.length ?? 0;
  const names = pad + 10 + letter * Math.max(...sides.flat().map(({ name }) => lettersOf(short(name))));
  const height = 2 * corner + (each - 1) * pitch;
  const width = sides.length === 4 ? height : Math.max(narrow, height / 2);
  const [left, top] = [names, sides.length === 4 ? names : pad + 4];
  const [right, bottom] = [left + width, top + height];
  /** A point beside a pin: `out` units from the body's edge, inwards when negative. */
  const point = (side: Side, at: number, out: number): { x: number; y: number } => {
    const along = corner + at * pitch;
    if (side === "left") return { x: left - out, y: top + along };
    if (side === "bottom") return { x: left + along, y: bottom + out };
    if (side === "right") return { x: right + out, y: bottom - along };
    return { x: right - along, y: top - out };
  };
  const pins = sidesOf(sides.length).flatMap((side, index) =>
    (sides[index] ?? []).map((pin, at) => ({ side, at, ...pin })),
  );
  return (
    <svg className={styles.pins} viewBox={`0 0 ${right + names} ${bottom + top}`} aria-hidden="true">
      <rect x={left} y={top} width={width} height={height} rx="6" data-body />
      <circle cx={left + 9} cy={top + 9} r="3" />
      {pins.map(({ side, at, pin, name, type, function: use }) => {
        const [middle, number, word] = [pad / 2, -11, pad + 6].map((out) => point(side, at, out));
        if (!middle || !number || !word) return null;
        const isUpright = side === "bottom" || side === "top";
        return (
          <a key={pin} href={`#${rowId(pin)}`} tabIndex={-1} data-kind={kindOf(type)}>
            <title>{[`${pin} ${name}`, type, use].filter(Boolean).join("，")}</title>
            <rect x={middle.x - pad / 2} y={middle.y - pad / 2} width={pad} height={pad} rx="2" />
            <text {...number} dy=".35em" data-number>
              {pin}
            </text>
            <text
              {...word}
              dy=".35em"
              data-end={side === "left" || side === "bottom" || undefined}
              transform={isUpright ? `rotate(-90 ${word.x} ${word.y})` : undefined}
            >
              {short(name)}
            </text>
          </a>
        );
      })}
    </svg>
  );
}

import { Fragment } from "react";

/** A text with marked spans `[start, end)` in UTF-16 units; the spans may overlap. */
export function Marked({ text, marks }: { text: string; marks: { start: number; end: number }[] }) {
  const sorted = [...marks].sort((one, other) => one.start - other.start);
  let at = 0;
  const parts = sorted.flatMap(({ start, end }) => {
    const from = Math.max(at, start);
    if (end <= from) return [];
    const part = { before: text.slice(at, from), marked: text.slice(from, end), from };
    at = end;
    return [part];
  });
  return (
    <>
      {parts.map(({ before, marked, from }) => (
        <Fragment key={from}>
          {before}
          <mark>{marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  );
}

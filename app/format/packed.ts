declare const says: unique symbol;
/** A value as its JSON. */
export type Packed<Value> = string & { readonly [says]?: Value };

/**
 * What a large page's loader gives, as one text: by itself Remix names every part of a value by numbers of its
 * own, which no compression makes small, and lists each part of them all on the server. Of what JSON can say, but
 * no empty names.
 */
export const packed = <Value>(value: Value): Packed<Value> => swapped(JSON.stringify(value, usualOnce));

/** Marks that would be escaped on their way, some of them twice: each goes as its neighbour, and that as it. */
const pairs = '"`<~>^&$\\|';
const swapped = (text: string) =>
  text.replace(/["`<~>^&$\\|]/g, (mark) => pairs[pairs.indexOf(mark) ^ 1] ?? "");

let last: { text: string; value: unknown } | undefined;

/** The same value for the same text, as long as no other one was asked for: a page and its head read it. */
export function unpacked<Value>(text: Packed<Value>): Value {
  if (last?.text !== text) last = { text, value: JSON.parse(swapped(text), everyTime) };
  return last.value as Value;
}

type Item = Record<string, unknown>;

const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

/**
 * A list of things of one kind, such as floors, with what says nothing (false, null, 0, an empty list) once for all
 * of them: `{ "": things, …what they are where they do not say it }`.
 */
function usualOnce(name: string, list: unknown): unknown {
  if (name === "" || !Array.isArray(list) || list.length < 2 || !list.every(isItem)) return list;
  // What one of them does not have at all must not become the usual.
  if (new Set(list.map((item) => Object.keys(item).sort().join())).size > 1) return list;
  const usual = Object.fromEntries(list.flatMap(Object.entries).filter(([, value]) => isNothing(value)));
  const isUsual = ([key, value]: [string, unknown]) =>
    isNothing(value) && JSON.stringify(value) === JSON.stringify(usual[key]);
  const things = list.map((item) =>
    Object.fromEntries(Object.entries(item).filter((entry) => !isUsual(entry))),
  );
  return { "": things, ...usual };
}

function everyTime(_name: string, value: unknown): unknown {
  if (!isItem(value) || !("" in value)) return value;
  const { "": things, ...usual } = value;
  return (things as Item[]).map((thing) => ({ ...usual, ...thing }));
}

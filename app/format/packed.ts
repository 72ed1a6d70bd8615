declare const says: unique symbol;
/** A value as its JSON. */
export type Packed<Value> = string & { readonly [says]?: Value };

/**
 * What a large page's loader gives, as one text: by itself Remix names every part of a value by numbers of its
 * own, which no compression makes small, and lists each part of them all on the server. Of what JSON can say.
 */
export const packed = <Value>(value: Value): Packed<Value> => swapped(JSON.stringify(value));

/** Quotes would be escaped twice on their way: backticks stand for them, and they for backticks. */
const swapped = (text: string) => text.replace(/["`]/g, (mark) => (mark === '"' ? "`" : '"'));

let last: { text: string; value: unknown } | undefined;

/** The same value for the same text, as long as no other one was asked for: a page and its head read it. */
export function unpacked<Value>(text: Packed<Value>): Value {
  if (last?.text !== text) last = { text, value: JSON.parse(swapped(text)) };
  return last.value as Value;
}

import type { MarkedText } from "contract/base/marked";

/** A text with its matches marked. */
export function Marked({ parts }: { parts: MarkedText }) {
  return (
    <>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no id except its position
        part.hit ? <mark key={index}>{part.text}</mark> : part.text,
      )}
    </>
  );
}

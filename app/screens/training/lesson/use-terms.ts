import { type RefObject, useEffect, useRef } from "react";

/** The element with a text whose terms explain themselves once their code has loaded, after the page. */
export function useTerms(lesson: number): RefObject<HTMLDivElement> {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lesson may be the first with a text
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Without this code the terms are links to the list below: a failure to load it changes nothing.
    void import("./later")
      .then(({ terms }) => terms())
      .then(
        ({ explainTerms }) => {
          if (!isOver && text.current) stop = explainTerms(text.current);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
      stop();
    };
  }, [lesson]);
  return text;
}

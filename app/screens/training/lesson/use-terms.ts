import { type RefObject, useEffect, useRef } from "react";
import { explainTerms } from "./explain-terms";

/** The element with a text whose terms explain themselves. Before JavaScript they are links to the list below. */
export function useTerms(lesson: number): RefObject<HTMLDivElement> {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lesson may be the first with a text
  useEffect(() => (text.current ? explainTerms(text.current) : undefined), [lesson]);
  return text;
}

import type { LessonDetail } from "contract/training/courses/calls";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import styles from "./lesson.module.css";
import { termId } from "./term-id";

const isBox = { popover: "auto" };
/** As wide as the box can be, with a margin. */
const boxWidth = 336;

/**
 * A text whose terms lead to their explanations below it. With JavaScript an explanation opens beside its term, and
 * closes by Escape or a press elsewhere.
 */
export function Terms({ terms, children }: { terms: LessonDetail["terms"]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<LessonDetail["terms"][number] | null>(null);
  if (terms.length === 0) return children;
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#term-']") : null;
    const term = terms.find((_, at) => link?.getAttribute("href") === `#${termId(at)}`);
    if (!link || !term || !box.current?.showPopover) return;
    event.preventDefault();
    const { left, bottom } = link.getBoundingClientRect();
    box.current.style.left = `${Math.max(8, Math.min(left, window.innerWidth - boxWidth))}px`;
    box.current.style.top = `${bottom + 6}px`;
    setShown(term);
    box.current.showPopover();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the listener only serves the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      <div className={styles.explained} onClick={open}>
        {children}
      </div>
      <details className={styles.terms}>
        <summary>本课的术语（{terms.length}）</summary>
        <dl>
          {terms.map(({ term, text }, at) => (
            <div key={term} id={termId(at)}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div ref={box} className={styles.term} role="status" {...isBox}>
        <b>{shown?.term}</b>
        <p>{shown?.text}</p>
      </div>
    </>
  );
}

import { useEffect, useState } from "react";
import { pageOf } from "./destination";
import type { PDFDocumentProxy } from "./open-pdf";
import styles from "./viewer.module.css";

type Items = NonNullable<Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>>;

/** The most items of an outline that are listed. */
const itemsMaximum = 500;

/** The outline of a document, if it has one. */
export function Outline({ pdf, go }: { pdf: PDFDocumentProxy; go(page: number): void }) {
  const [items, setItems] = useState<Items>([]);
  useEffect(() => {
    let isOver = false;
    pdf.getOutline().then(
      (all) => {
        if (!isOver) setItems(all ?? []);
      },
      // A document whose outline is broken has none.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [pdf]);
  if (items.length === 0) return null;
  const open = (dest: Items[number]["dest"]) =>
    pageOf(pdf, dest).then(
      (page) => page !== null && go(page),
      () => undefined,
    );
  const list = (some: Items, depth: number) => (
    <ul>
      {some.slice(0, itemsMaximum).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
        <li key={index}>
          <button type="button" className="link-button" onClick={() => open(item.dest)}>
            {item.title || "（无题）"}
          </button>
          {item.items.length > 0 && depth < 4 ? list(item.items, depth + 1) : null}
        </li>
      ))}
    </ul>
  );
  return (
    <details className={styles.outline}>
      <summary>目录</summary>
      {list(items, 0)}
    </details>
  );
}

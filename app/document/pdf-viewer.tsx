import { useNavigate } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { PostLink } from "~/lists/post-link";
import { Icon } from "~/ui/icon";
import { openingProblem, openPdf, type PDFDocumentProxy } from "./open-pdf";
import { Outline } from "./outline";
import { atPage } from "./page-link";
import { type PageSize, PdfPage } from "./pdf-page";
import { usePagesInView } from "./use-pages-in-view";
import type { ViewerProps } from "./viewer";
import styles from "./viewer.module.css";

/** The steps of the zoom, and its bounds. */
const [step, least, most] = [1.25, 0.25, 4];
/** The space around a page, left and right. */
const margin = 24;
/** A4 in points, until the first page says its own. */
const usual: PageSize = { width: 595, height: 842 };

/** The viewer with its tools: PDF.js draws the pages that are in view, and those beside them. */
export default function PdfViewer({
  file,
  source,
  page,
  href,
  quote,
  marks = "",
  children,
  name,
}: ViewerProps & { source: string }) {
  const navigate = useNavigate();
  const scroller = useRef<HTMLElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [first, setFirst] = useState(usual);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [width, setWidth] = useState(0);
  /** The zoom; null fits pages to the width. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    const task = openPdf(source);
    task.promise
      .then(async (opened) => {
        const { width: w, height: h } = (await opened.getPage(1)).getViewport({ scale: 1 });
        setFirst({ width: w, height: h });
        setPdf(opened);
      })
      .catch((error: unknown) => {
        if (!task.destroyed) setProblem(openingProblem(error));
      });
    return () => void task.destroy();
  }, [source]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const total = pdf?.numPages ?? 0;
  const scale = zoom ?? Math.max(least, Math.min(most, (width - margin) / first.width));
  const { current, inView, show, turn } = usePagesInView(scroller, total, page, scale, (now) =>
    // The address follows the reader, without a step back for each page.
    window.history.replaceState(window.history.state, "", href(now)),
  );
  const onSize = useCallback((number: number, size: PageSize) => {
    setSizes((known) => (known.has(number) ? known : new Map(known).set(number, size)));
  }, []);

  /** Goes to a page by a step that the browser's back button undoes. */
  const go = (next: number) => {
    const target = Math.max(1, Math.min(total, next));
    setTyped(null);
    if (target === current) return show(target);
    window.history.replaceState(window.history.state, "", href(current));
    navigate(href(target), { preventScrollReset: true });
    show(target);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(typed ?? current);
    if (Number.isInteger(number)) go(number);
  };
  const zoomBy = (factor: number) => setZoom(Math.max(least, Math.min(most, scale * factor)));
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return;
    const keys: [name: string, act: () => void][] = [
      ["ArrowLeft", () => turn(current - 1)],
      ["ArrowRight", () => turn(current + 1)],
      ["Home", () => turn(1)],
      ["End", () => turn(total)],
      ["+", () => zoomBy(step)],
      ["-", () => zoomBy(1 / step)],
      ["0", () => setZoom(null)],
    ];
    const key = event.key === "=" ? "+" : event.key;
    const [, act] = keys.find(([name]) => name === key) ?? [];
    if (!act || total === 0) return;
    event.preventDefault();
    act();
  };

  if (problem)
    return (
      <div className={styles.instead}>
        <p role="alert">{problem}</p>
        <p className={styles.buttons}>
          <a className="button" href={atPage(file, page)} target="_blank" rel="noopener">
            打开文件
          </a>
          {children}
        </p>
      </div>
    );
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="文档工具">
        <button type="button" className="button" onClick={() => turn(current - 1)} disabled={current <= 1}>
          <Icon name="chevron-left" />
          <span className="visually-hidden">上一页</span>
        </button>
        <form onSubmit={submit} className={styles.number}>
          <input
            className="plain-input"
            inputMode="numeric"
            aria-label="页码"
            value={typed ?? String(current)}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 5))}
            onBlur={() => setTyped(null)}
          />
          <span>/ {total || "…"}</span>
        </form>
        <button
          type="button"
          className="button"
          onClick={() => turn(current + 1)}
          disabled={total === 0 || current >= total}
        >
          <Icon name="chevron-right" />
          <span className="visually-hidden">下一页</span>
        </button>
        <span className={styles.zoom}>
          <button type="button" className="button" onClick={() => zoomBy(1 / step)} disabled={scale <= least}>
            缩小
          </button>
          <button type="button" className="button" onClick={() => setZoom(null)} aria-pressed={zoom === null}>
            适合宽度
          </button>
          <button type="button" className="button" onClick={() => zoomBy(step)} disabled={scale >= most}>
            放大
          </button>
        </span>
        <PostLink className="button" path={quote(current)}>
          <Icon name="blockquote" />
          引用本页
        </PostLink>
        {children}
      </div>
      {pdf ? <Outline pdf={pdf} go={go} /> : null}
      <section
        ref={scroller}
        className={styles.pages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
        tabIndex={0}
        aria-label={`${name}，第 ${current} 页`}
        onKeyDown={press}
      >
        {pdf ? null : (
          <p role="status" className={styles.opening}>
            正在打开文档……
          </p>
        )}
        {Array.from({ length: total }, (_, index) => index + 1).map((number) => {
          const size = sizes.get(number) ?? first;
          return (
            <div
              key={number}
              className={styles.page}
              data-page={number}
              style={{ width: size.width * scale, height: size.height * scale }}
            >
              {pdf && inView.has(number) ? (
                <PdfPage
                  pdf={pdf}
                  page={number}
                  size={size}
                  scale={scale}
                  onSize={onSize}
                  marks={marks}
                  href={href}
                  go={go}
                />
              ) : null}
            </div>
          );
        })}
      </section>
    </>
  );
}

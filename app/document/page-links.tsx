import { type MouseEvent, useEffect, useState } from "react";
import { type Destination, pageOf } from "./destination";
import type { PDFDocumentProxy } from "./open-pdf";
import { isPlainPress } from "./page-link";
import styles from "./viewer.module.css";

/** The most links of a page. */
const linksMaximum = 300;

/** A link of a page with its place in points at scale 1, and either an address or a page. */
interface PlacedLink {
  id: string;
  left: number;
  top: number;
  width: number;
  height: number;
  url: string | null;
  page: number | null;
}

/** What PDF.js says of a link. `url` is there only for addresses that it takes for safe. */
interface LinkAnnotation {
  id: string;
  subtype: string;
  rect: number[];
  url?: string;
  dest?: Destination;
}

/** Only these leave the document: a mail address in it opens the reader's mail program. */
const isSafe = (url: string) => /^(?:https?|mailto):/i.test(url);

async function linksOf(pdf: PDFDocumentProxy, number: number): Promise<PlacedLink[]> {
  const proxy = await pdf.getPage(number);
  const viewport = proxy.getViewport({ scale: 1 });
  const found = ((await proxy.getAnnotations({ intent: "display" })) as LinkAnnotation[])
    .filter(({ subtype }) => subtype === "Link")
    .slice(0, linksMaximum);
  const links = await Promise.all(
    found.map(async ({ id, rect, url, dest }): Promise<PlacedLink> => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(rect) as number[];
      const page = url || !dest ? null : await pageOf(pdf, dest).catch(() => null);
      return {
        id,
        left: Math.min(x1, x2),
        top: Math.min(y1, y2),
        width: Math.abs(x2 - x1),
        height: Math.abs(y2 - y1),
        url: url && isSafe(url) ? url : null,
        page,
      };
    }),
  );
  return links.filter(({ url, page }) => url !== null || page !== null);
}

interface PageLinksProps {
  pdf: PDFDocumentProxy;
  page: number;
  scale: number;
  /** The address of the viewer at a page, and the way there. */
  href(page: number): string;
  go(page: number): void;
}

/** The links of a page over its picture: to addresses, which open in a new tab, and to pages of the document. */
export function PageLinks({ pdf, page, scale, href, go }: PageLinksProps) {
  const [links, setLinks] = useState<PlacedLink[]>([]);
  useEffect(() => {
    let isOver = false;
    linksOf(pdf, page).then(
      (all) => {
        if (!isOver) setLinks(all);
      },
      // A page whose links are broken has none.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [pdf, page]);
  if (links.length === 0) return null;
  return (
    <div className={styles.links}>
      {links.map(({ id, url, page: target, left, top, width, height }) => {
        const style = {
          left: left * scale,
          top: top * scale,
          width: width * scale,
          height: height * scale,
        };
        if (url !== null)
          return (
            <a key={id} href={url} target="_blank" rel="noopener noreferrer" title={url} style={style}>
              <span className="visually-hidden">打开 {url}</span>
            </a>
          );
        const open = (event: MouseEvent) => {
          if (!isPlainPress(event)) return;
          event.preventDefault();
          go(target ?? page);
        };
        const name = `到第 ${target} 页`;
        return (
          <a key={id} href={href(target ?? page)} onClick={open} title={name} style={style}>
            <span className="visually-hidden">{name}</span>
          </a>
        );
      })}
    </div>
  );
}

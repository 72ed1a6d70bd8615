import { useEffect, useRef, useState } from "react";
import { markHits } from "./mark-hits";
import { type PDFDocumentProxy, TextLayer } from "./open-pdf";
import { PageLinks } from "./page-links";
import styles from "./viewer.module.css";

/** The size of a page in points, at scale 1. */
export interface PageSize {
  width: number;
  height: number;
}

/** The most points of a canvas: phones end a page with larger ones. */
const pointsMaximum = 8 * 1024 * 1024;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  page: number;
  /** Its size, as far as it is known. */
  size: PageSize;
  scale: number;
  onSize(page: number, size: PageSize): void;
  /** Words that a search found, one in each line. */
  marks: string;
  /** The address of the viewer at a page, and the way there. */
  href(page: number): string;
  go(page: number): void;
}

/** A page as a picture with selectable text over it. It is drawn while it exists, and freed afterwards. */
export function PdfPage({ pdf, page, size, scale, onSize, marks, href, go }: PdfPageProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const [canvas, text] = [canvasRef.current, textRef.current];
    if (!canvas || !text) return undefined;
    let isOver = false;
    let end = () => undefined as unknown;
    const draw = async () => {
      const proxy = await pdf.getPage(page);
      if (isOver) return;
      const own = proxy.getViewport({ scale: 1 });
      onSize(page, { width: own.width, height: own.height });
      const fits = Math.sqrt(pointsMaximum / (own.width * own.height * scale * scale));
      const sharp = Math.min(window.devicePixelRatio || 1, fits);
      const viewport = proxy.getViewport({ scale: scale * sharp });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const task = proxy.render({ canvas, viewport });
      text.replaceChildren();
      const layer = new TextLayer({
        textContentSource: proxy.streamTextContent({ disableNormalization: true }),
        container: text,
        viewport: proxy.getViewport({ scale }),
      });
      end = () => {
        task.cancel();
        layer.cancel();
        proxy.cleanup();
        // Browsers free the memory of a canvas late otherwise.
        canvas.width = canvas.height = 0;
      };
      const written = layer.render().then(() => {
        if (!isOver && marks) markHits(layer.textDivs, marks.split("\n"));
      });
      await Promise.all([task.promise, written]);
    };
    setLost(false);
    draw().catch((error: unknown) => {
      const name = (error as Error | null)?.name;
      if (!isOver && name !== "RenderingCancelledException" && name !== "AbortException") setLost(true);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [pdf, page, scale, onSize, marks]);
  return (
    <>
      <canvas ref={canvasRef} style={{ width: size.width * scale, height: size.height * scale }} />
      <div ref={textRef} className={styles.text} style={{ "--total-scale-factor": scale } as object} />
      <PageLinks pdf={pdf} page={page} scale={scale} href={href} go={go} />
      {isLost ? <p className={styles.lost}>第 {page} 页画不出来，可以下载文件后查看。</p> : null}
    </>
  );
}

import { downloadsPrefix, mediaPrefix, servedHere } from "contract/base/wire";
import { lazy, type ReactNode, Suspense } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { shownBytes } from "~/format/bytes";
import { chunk } from "~/navigation/chunk";
import { Icon } from "~/ui/icon";
import { atPage } from "./page-link";
import styles from "./viewer.module.css";

const PdfViewer = lazy(chunk(() => import("./pdf-viewer")));

/** Larger documents are not opened here: PDF.js reserves as much memory as the file has bytes. */
const bytesMaximum = 256 * 1024 * 1024;

export interface ViewerProps {
  /** The document's name, for screen readers. */
  name: string;
  /** The address of the file, as browsers show it. */
  file: string;
  bytes: number;
  /** The page of the address. */
  page: number;
  /** The address of this viewer at a page. */
  href(page: number): string;
  /** The address of the editor that quotes a page. */
  quote(page: number): string;
  /** Words to mark on the pages, one in each line: what a search found. */
  marks?: string;
  /** The buttons beside the page's number: the download. */
  children?: ReactNode;
}

/** Bytes from another origin could be shown, but not read; and those of our own may redirect to FILES_URL. */
const readFrom = (file: string) =>
  [mediaPrefix, downloadsPrefix].some((prefix) => file.startsWith(prefix)) ? `${file}&${servedHere}=1` : file;

/** A document at a page. Without JavaScript, and while the viewer loads, the browser's own viewer is one press away. */
export function Viewer(props: ViewerProps) {
  const { name, file, bytes, page, children } = props;
  const isHydrated = useHydrated();
  const isTooLarge = bytes > bytesMaximum;
  const instead = (
    <div className={styles.instead}>
      {isTooLarge ? <p>这份文档有 {shownBytes(bytes)}，太大了，不在这里打开。</p> : null}
      <p className={styles.buttons}>
        <a className="button" href={atPage(file, page)} target="_blank" rel="noopener">
          <Icon name="file-text" />
          在浏览器里打开第 {page} 页
        </a>
        {children}
      </p>
    </div>
  );
  return (
    <section className={`surface ${styles.viewer}`} aria-label={`${name} 的内容`}>
      {isHydrated && !isTooLarge ? (
        <Suspense fallback={instead}>
          <PdfViewer key={file} {...props} source={readFrom(file)} />
        </Suspense>
      ) : (
        instead
      )}
    </section>
  );
}

import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Viewer } from "~/document/viewer";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { DownloadState } from "./download-state";
import { FindInside, type Inside } from "./find-inside";
import styles from "./reading.module.css";
import type { Download } from "./resource.server";
import { DownloadButton } from "./versions";

/** The open document of a version. */
export interface Reading {
  /** The version's id. */
  id: number;
  version: string;
  bytes: number;
  page: number;
  /** What its reader has to do first. */
  need: Exclude<Download, { state: "ready" }> | null;
  /** The address of the file; null without it. */
  file: string | null;
}

/** The words that the search inside the document found, one in each line, as they stand on its pages. */
const hitsOf = (inside: Inside | null): string =>
  [
    ...new Set(
      (inside?.answer?.found ?? []).flatMap(({ excerpt }) =>
        excerpt.flatMap(({ hit, text }) => (hit ? text.trim() : [])),
      ),
    ),
  ].join("\n");

interface ReadDocumentProps {
  resource: CallResponse<"resourceDetail">;
  reading: Reading;
  inside: Inside | null;
}

/** A resource's document, opened at a page, with the search inside it beside. */
export function ReadDocument({ resource, reading, inside }: ReadDocumentProps) {
  const { to, here } = useShell();
  const { id, version, bytes, page, need, file } = reading;
  const { pk_rm_resource, title, versions, ask } = resource;
  const chosen = versions.find((each) => each.id === id);
  const download = chosen ? <DownloadButton resource={resource} version={chosen} /> : null;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1>
          {title} <small>{version}</small>
        </h1>
        <Link to={`${to(paths.resource(pk_rm_resource))}#version-${id}`}>返回资源</Link>
      </header>
      {need ? <DownloadState download={need} /> : null}
      <div className={styles.columns}>
        {file ? (
          <Viewer
            name={`${title} ${version}`}
            file={file}
            bytes={bytes}
            page={page}
            href={(next) => withQuery(here, "at", String(next))}
            marks={hitsOf(inside)}
            quote={(at) =>
              paths.newTopic(ask?.fid, { tags: ask?.tag ?? "", quote: pk_rm_resource, version: id, at })
            }
          >
            {download}
          </Viewer>
        ) : (
          <section className={`surface ${styles.closed}`}>
            <p>
              {need === null
                ? "文档暂时打不开，可以下载后查看。"
                : need.state === "login"
                  ? "登录后可以打开这份文档。"
                  : "同意免责声明后可以打开这份文档。"}
            </p>
            <p>{download}</p>
          </section>
        )}
        {inside ? <FindInside resource={pk_rm_resource} inside={inside} /> : null}
      </div>
    </article>
  );
}

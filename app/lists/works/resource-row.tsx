import { Link } from "@remix-run/react";
import { resourceKindName, resourceLanguages } from "contract/resources/constants";
import type { ResourceRow as Resource } from "contract/resources/shapes";
import type { ReactNode } from "react";
import { shownBytes } from "~/format/bytes";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./resource-row.module.css";

const languageName = (language: Resource["language"]) =>
  resourceLanguages.find(({ code }) => code === language)?.name ?? "";

/** A resource in a list with kind, version and size; `children` come last. */
export function ResourceRow({ resource, children }: { resource: Resource; children?: ReactNode }) {
  const { to } = useShell();
  const { title, summary, level, version, date, bytes, fileType, downloads, language, access } = resource;
  return (
    <li className={styles.row}>
      <span className={styles.type} aria-hidden="true">
        {fileType || "file"}
      </span>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link to={to(paths.resource(resource.pk_rm_resource))}>{title}</Link>
          {access === "open" ? null : (
            <span className="label">{access === "login" ? "登录下载" : "同意声明后下载"}</span>
          )}
          {resource.delisted ? (
            <span className="label" data-kind="state">
              已下架
            </span>
          ) : null}
        </h3>
        {summary ? <p className={styles.summary}>{summary}</p> : null}
        <p className="facts">
          <span>{resourceKindName(level.kind)}</span>
          <span>版本 {version}</span>
          <time dateTime={date}>{date}</time>
          <span>{shownBytes(bytes)}</span>
          <span>{languageName(language)}</span>
          <span>下载 {shortCount(downloads)}</span>
        </p>
      </div>
      {children}
    </li>
  );
}

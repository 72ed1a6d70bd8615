import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownBytes } from "~/format/bytes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./resource.module.css";

/** A preview of a version before its download: the list of an archive's files, or the document itself. */
export function Preview({ preview }: { preview: CallResponse<"devPreviewInfo"> }) {
  const { name: shell, to } = useShell();
  const { entries, address, originalName, version } = preview;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return (
    <section className={`surface ${styles.box}`} id="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">
        {originalName} <small>{version}</small>
      </h2>
      {address ? (
        <>
          <p>
            <a href={address} target="_blank" rel="noopener">
              在新窗口打开
            </a>
          </p>
          {/* Phones open documents in their own viewer. */}
          {shell === "desktop" ? (
            <iframe className={styles.document} src={address} title={`${originalName} 预览`} loading="lazy" />
          ) : null}
        </>
      ) : null}
      {entries.length > 0 ? (
        <>
          <p className="facts">
            <span>
              {entries.length} 个文件{entries.length >= 2000 ? "以上" : ""}
            </span>
            <span>解压后 {shownBytes(bytes)}</span>
          </p>
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.name}>
                <code>{entry.name}</code>
                <span>{shownBytes(entry.bytes)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {entries.length === 0 && !address ? <p>登录并下载后可以查看内容。</p> : null}
      <p>
        <Link to={to(paths.resource(preview.pk_rm_resource))} preventScrollReset>
          收起预览
        </Link>
      </p>
    </section>
  );
}

import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import rows from "./results.module.css";

interface FoundDocumentProps {
  document: CallResponse<"fullTextSearch">["documents"][number];
  /** What was searched for: the link to the document's other pages searches for it there. */
  text: string;
  /** The heading level: h3 within a group, otherwise h2. */
  Title?: "h2" | "h3";
}

/**
 * A document with its best page, which opens in the browser's own viewer. Where a file is not for everybody, its page in
 * the portal says what is needed first.
 */
export function FoundDocument({ document, text, Title = "h2" }: FoundDocumentProps) {
  const { to } = useShell();
  const { id, versionId, page, others, address } = document;
  const inside = `${to(paths.resource(id, { find: text, in: versionId }))}#find`;
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.resource(id))}>
          <Marked parts={document.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        {address ? (
          <a className={rows.reply} href={`${address}#page=${page}`} target="_blank" rel="noopener">
            第 {page} 页
          </a>
        ) : (
          <Link className={rows.reply} to={inside}>
            第 {page} 页
          </Link>
        )}{" "}
        <Marked parts={document.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <span>{document.level.name}</span>
        <span>版本 {document.version}</span>
        <time dateTime={document.date}>{document.date}</time>
        <span>共 {document.pages} 页</span>
        {others > 0 ? <Link to={inside}>还有 {others} 页</Link> : null}
      </p>
    </li>
  );
}

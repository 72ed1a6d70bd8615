import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { PageLink } from "~/document/page-link";
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
 * A document with its best page, which opens in the viewer, or in the browser's own without JavaScript. Where a file is
 * not for everybody, its page in the portal says what is needed first.
 */
export function FoundDocument({ document, text, Title = "h2" }: FoundDocumentProps) {
  const { to } = useShell();
  const { id, versionId, page, others, address } = document;
  const inside = `${to(paths.resource(id, { find: text, in: versionId }))}#find`;
  const reading = paths.resource(id, { read: versionId, at: page, find: text, in: versionId });
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.resource(id))}>
          <Marked parts={document.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        {address ? (
          <PageLink className={rows.reply} file={address} page={page} reading={reading}>
            第 {page} 页
          </PageLink>
        ) : (
          <Link className={rows.reply} to={to(reading)}>
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

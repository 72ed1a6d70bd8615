import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./editing.module.css";
import { publicPath } from "./piece-address";
import { StateLabel, scheduleWords } from "./piece-row";

interface Props {
  kind: ContentKind;
  piece: CallResponse<"contentPiece">;
}

/** What stands of a piece, and the ways to its page, its preview and its versions. */
export function PieceHead({ kind, piece }: Props) {
  const { to } = useShell();
  const { from = "内容包", unseen = false } = wordsOf(kind);
  const { key, state, version, publishedVersion, changedAt, editor, preview } = piece;
  const list = (
    <Link to={to(staffPaths.contentPieces(kind))} prefetch="none">
      全部{wordsOf(kind).name}
    </Link>
  );
  if (key === "") return <p className="facts">{list}</p>;
  return (
    <div className={styles.head}>
      <p className="facts">
        <StateLabel kind={kind} state={state} />
        <span>编号 {key}</span>
        <span>{version === 0 ? `来自${from}，没有在站内改过` : `最新保存的是第 ${version} 版`}</span>
        {state === "published" && version > publishedVersion ? (
          <span>访客看到的是第 {publishedVersion} 版</span>
        ) : null}
        {scheduleWords(piece).map((words) => (
          <b key={words}>{words}</b>
        ))}
        <span>
          {editor || from} · <RelativeTime at={changedAt} />
        </span>
      </p>
      <p className={styles.ways}>
        {list}
        {state === "draft" ? null : (
          <Link to={to(publicPath(kind, key))} prefetch="none">
            访客看到的页面
          </Link>
        )}
        {preview && !unseen ? (
          <Link to={to(publicPath(kind, key, preview))} prefetch="none">
            预览地址
          </Link>
        ) : null}
        <Link to={to(staffPaths.contentVersions(kind, key))} prefetch="none">
          历史版本
        </Link>
        {kind === "classes" && state === "published" ? (
          <Link to={to(staffPaths.productTable(Number(key)))} prefetch="none">
            产品参数表
          </Link>
        ) : null}
      </p>
    </div>
  );
}

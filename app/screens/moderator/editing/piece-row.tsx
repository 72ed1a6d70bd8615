import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { contentStates } from "contract/content/transitions";
import { formatMinute } from "~/format/time";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./editing.module.css";

type Piece = CallResponse<"contentList">["pieces"][number];

/** What is scheduled for a piece, in words; empty when nothing is. */
export function scheduleWords({
  publishAt,
  publishVersion,
  withdrawAt,
}: Pick<Piece, "publishAt" | "publishVersion" | "withdrawAt">): string[] {
  return [
    ...(publishAt ? [`${formatMinute(publishAt)} 发布第 ${publishVersion} 版`] : []),
    ...(withdrawAt ? [`${formatMinute(withdrawAt)} 下架`] : []),
  ];
}

const looks = { draft: undefined, published: "current", withdrawn: "state" } as const;

/** The state of a piece, in words and colour. */
export function StateLabel({ kind, state }: Pick<Piece, "state"> & { kind: ContentKind }) {
  const own = wordsOf(kind).states?.[state];
  // Where a kind calls it otherwise, it is nothing to look after.
  const look = own !== undefined && state === "withdrawn" ? undefined : looks[state];
  return (
    <span className="label" data-kind={look}>
      {own ?? contentStates[state]}
    </span>
  );
}

/** One piece in the list: its title, its state, and who changed it when. */
export function PieceRow({
  kind,
  piece,
  isChosen,
}: {
  kind: ContentKind;
  piece: Piece;
  /** Whether it can be chosen for the form around the list. */
  isChosen: boolean;
}) {
  const { to } = useShell();
  const { key, title, state, version, publishedVersion, conflict, changedAt, editor } = piece;
  const mayWait = state === "published" || (state === "withdrawn" && wordsOf(kind).states?.withdrawn);
  const isDrafted = mayWait && version > publishedVersion;
  return (
    <li className={isChosen ? styles.chosen : undefined}>
      {isChosen ? <RowChoice value={key} title={title} /> : null}
      <p>
        <Link to={to(paths.contentPiece(kind, key))} className={styles.title} prefetch="none">
          {title}
        </Link>
      </p>
      <p className="facts">
        <StateLabel kind={kind} state={state} />
        {isDrafted ? <span>有没发布的修改</span> : null}
        {conflict ? <b className={styles.conflict}>和内容包有冲突</b> : null}
        {scheduleWords(piece).map((words) => (
          <span key={words}>{words}</span>
        ))}
        <span>{key}</span>
        <span>
          {editor || (wordsOf(kind).from ?? "内容包")}
          {changedAt ? (
            <>
              {" · "}
              <RelativeTime at={changedAt} />
            </>
          ) : null}
        </span>
      </p>
    </li>
  );
}

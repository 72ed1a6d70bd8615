import { Link } from "@remix-run/react";
import type { Person } from "contract/base/shapes";
import { penaltyKinds } from "contract/moderation/penalties";
import type { Penalty } from "contract/moderation/people/calls";
import { formatRelative, formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./people.module.css";

/** The text for the end of a penalty and whether it is in force. */
function endOf({ kind, standing, until, liftedAt, liftedBy }: Penalty): string {
  if (kind === "warning") return liftedAt ? "已撤销" : "";
  if (standing) return until ? `到 ${formatWhole(until)}` : "永久";
  return liftedBy
    ? `${liftedBy.nickName} 解除于 ${formatRelative(liftedAt)}`
    : `已到期（${formatRelative(liftedAt)}）`;
}

/** Warnings, mutes and bans, each with its reason, moderator and end. */
export function PenaltyList({ items, empty }: { items: (Penalty & { person?: Person })[]; empty: string }) {
  const { to } = useShell();
  if (items.length === 0) return <EmptyState title={empty} text="处罚、解除和到期都会记在这里。" />;
  return (
    <ol className={styles.penalties}>
      {items.map((penalty) => (
        <li key={penalty.id}>
          <p>
            <b data-kind={penalty.standing ? penalty.kind : undefined}>{penaltyKinds[penalty.kind]}</b>{" "}
            {penalty.person ? (
              <Link to={to(paths.moderation("forbiddenUser", { uid: penalty.person.uid }))} prefetch="none">
                {penalty.person.nickName}
              </Link>
            ) : null}
            <span> {penalty.reason}</span>
          </p>
          <p className="facts">
            <span>{penalty.by ? penalty.by.nickName : "系统"}</span>
            <RelativeTime at={penalty.createdAt} />
            {endOf(penalty) ? <span suppressHydrationWarning>{endOf(penalty)}</span> : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

import { Link } from "@remix-run/react";
import { Icon } from "~/components/icon";
import { unreadBadge } from "~/format/text";
import { paths } from "~/paths";
import type { Me } from "~/session/root.server";
import { useShell } from "../use-shell";
import styles from "./bell.module.css";

/** The bell with the unread badge (spec 2.4, 2.5, 9). */
export function Bell({ me, className }: { me: Me; className?: string | undefined }) {
  const { to } = useShell();
  const badge = unreadBadge(me.unread);
  return (
    <Link to={to(paths.messages())} className={className} prefetch="none" aria-label={badge ? `消息，${badge} 条未读` : "消息"}>
      <Icon name="bell" />
      {badge ? <span className={styles.badge}>{badge}</span> : null}
    </Link>
  );
}

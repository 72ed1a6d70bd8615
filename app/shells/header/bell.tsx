import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { unreadBadge } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { hearUnread, useUnread } from "~/session/unread";
import { Icon } from "~/ui/icon";
import type { Me } from "../root.server";
import styles from "./bell.module.css";

/**
 * The bell with the unread badge (spec 2.4, 2.5, 9). Its counters are refreshed some time after the last request
 * (spec 4).
 */
export function Bell({ me, className }: { me: Me; className?: string | undefined }) {
  const { to } = useShell();
  const unread = useUnread();
  const badge = unreadBadge(unread);
  const page = useRef({ base: me.unread, unread });
  page.current = { base: me.unread, unread };
  useEffect(() => {
    let stop: (() => void) | undefined;
    let unmounted = false;
    import("~/islands/unread-refresh").then(
      ({ startUnreadRefresh }) => {
        if (unmounted) return;
        stop = startUnreadRefresh(
          () => page.current.unread,
          (counts) => hearUnread(page.current.base, counts),
        );
      },
      // When the code fails to load, the badge stays as rendered.
      () => undefined,
    );
    return () => {
      unmounted = true;
      stop?.();
    };
  }, []);
  return (
    <Link
      to={to(paths.messages())}
      className={className}
      prefetch="none"
      aria-label={badge ? `消息，${badge} 条未读` : "消息"}
    >
      <Icon name="bell" />
      {badge ? <span className={styles.badge}>{badge}</span> : null}
    </Link>
  );
}

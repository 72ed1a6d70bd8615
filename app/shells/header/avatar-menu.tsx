import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { shortNickname } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { Me } from "../root.server";
import styles from "./avatar-menu.module.css";

/** The avatar dropdown (spec 2.4): a details element, so it opens before JavaScript. */
export function AvatarMenu({ me }: { me: Me }) {
  const { to } = useShell();
  const details = useCloseOnLeave();
  return (
    <details className={styles.menu} ref={details} data-private="">
      <summary aria-label={`${me.nickName}的菜单`}>
        <Avatar icon={me.icon} size={32} />
      </summary>
      <div className={styles.panel}>
        <p className={styles.greeting}>
          你好，<b>{shortNickname(me.nickName)}</b>
        </p>
        <p className={styles.counts}>
          <Link to={to(paths.personal("fans"))}>粉丝 {me.followers}</Link>{" "}
          <Link to={to(paths.personal("follow"))}>关注 {me.following}</Link>
        </p>
        <ul>
          <Entry to={to(paths.personal("posts"))} icon="message" name="我的帖子" />
          <Entry to={to(paths.drafts())} icon="pencil" name="我的草稿" />
          <Entry to={to(paths.personal("collection"))} icon="star" name="我的收藏" />
          <Entry to={to(paths.personal("setting"))} icon="settings" name="个人设置" />
          {me.organises ? <Entry to={to(paths.organised())} icon="calendar-event" name="活动管理" /> : null}
          {me.forumAdmin || me.needsSecondFactor ? (
            <Entry to={to(paths.moderation())} icon="flag" name="论坛管理" />
          ) : null}
        </ul>
        <a className={styles.entry} href={paths.logout(paths.forum())}>
          <Icon name="logout" />
          退出登录
        </a>
      </div>
    </details>
  );
}

function Entry({
  to,
  icon,
  name,
}: {
  to: string;
  icon: "message" | "pencil" | "star" | "settings" | "calendar-event" | "flag";
  name: string;
}) {
  return (
    <li>
      <Link className={styles.entry} to={to} prefetch="none">
        <Icon name={icon} />
        {name}
      </Link>
    </li>
  );
}

/** Closes a details menu on Escape, on a click outside and after a navigation. */
export function useCloseOnLeave() {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location key is the navigation
  useEffect(() => details.current?.removeAttribute("open"), [key]);
  useEffect(() => {
    const close = (event: KeyboardEvent | PointerEvent) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        menu.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && menu.contains(event.target)) return;
      menu.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);
  return details;
}

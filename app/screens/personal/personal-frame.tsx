import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./personal.module.css";

/** The personal centre's screens (spec 2.1), in their order. */
const entries: { child: Parameters<typeof paths.personal>[0]; name: string; icon: IconName }[] = [
  { child: "posts", name: "我的帖子", icon: "message" },
  { child: "collection", name: "我的收藏", icon: "star" },
  { child: "lists", name: "我的清单", icon: "list-check" },
  { child: "study", name: "我的学习", icon: "school" },
  { child: "activities", name: "我的活动", icon: "trophy" },
  { child: "Community", name: "我的社区", icon: "stack" },
  { child: "follow", name: "我的关注", icon: "user-check" },
  { child: "fans", name: "我的粉丝", icon: "users" },
  { child: "msg", name: "消息中心", icon: "bell" },
  { child: "info", name: "个人信息", icon: "user" },
  { child: "security", name: "账号安全", icon: "lock" },
  { child: "setting", name: "个人设置", icon: "settings" },
];

/**
 * The frame of every screen of the personal centre: the member's card and the menu, which is a row of scrolling tabs
 * on h5.
 */
export function PersonalFrame({ children }: { children: ReactNode }) {
  const { to } = useShell();
  const { pathname } = useLocation();
  const me = useRoot()?.me;
  const nav = useRef<HTMLElement>(null);
  // On h5 the tabs scroll; this scrolls the current tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current tab
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2;
  }, [pathname]);
  return (
    <div className={styles.frame}>
      <aside className={`surface ${styles.side}`} aria-label="个人中心">
        {me ? (
          <div className={styles.me}>
            <Avatar icon={me.icon} size={56} />
            <div>
              <Link className={styles.name} to={to(paths.user(me.uid))}>
                {me.nickName}
              </Link>
              <p className={styles.counts}>
                <Link to={to(paths.personal("fans"))}>粉丝 {me.followers}</Link>{" "}
                <Link to={to(paths.personal("follow"))}>关注 {me.following}</Link>
              </p>
            </div>
          </div>
        ) : null}
        <nav ref={nav} className={styles.nav} aria-label="个人中心的页面">
          {entries.map(({ child, name, icon }) => {
            const href = to(paths.personal(child)).toLowerCase();
            const here = pathname.toLowerCase();
            return (
              <Link
                key={child}
                to={to(paths.personal(child))}
                aria-current={here === href ? "page" : here.startsWith(`${href}/`) ? "true" : undefined}
              >
                <Icon name={icon} />
                {name}
              </Link>
            );
          })}
        </nav>
      </aside>
      {children}
    </div>
  );
}

/** The heading and content of one screen of the personal centre. */
export function PersonalScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`surface ${styles.main}`}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  );
}

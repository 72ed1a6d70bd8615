import { Link, useLocation } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { inShell } from "~/navigation/shell-address";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { useCloseOnLeave } from "./avatar-menu";
import { Bell } from "./bell";
import { DocumentMarkup } from "./document-markup";
import styles from "./h5-header.module.css";
import { SearchToggle } from "./search-toggle";
import { moduleLogo, moduleName } from "./top-menu";

/** The drawer's entries that exist (spec 2.5). The last four open desktop pages, which phones see in mobile width. */
const entries = [
  { name: "技术论坛", path: inShell(paths.forum(), "h5"), icon: "message" },
  { name: "首页", path: inShell(paths.home(), "h5"), icon: "home" },
  { name: "开发中心", path: paths.devCenter(), icon: "tool" },
  { name: "大赛", path: paths.activities(), icon: "trophy" },
  { name: "高校人才", path: paths.universityTalents(), icon: "school" },
  { name: "培训课堂", path: paths.courses(), icon: "video" },
] as const;

/** The mobile header (spec 2.5). The drawer is a details element, so it works before JavaScript. */
export function H5Header() {
  const root = useRoot();
  const { to, here } = useShell();
  const { pathname } = useLocation();
  const drawer = useCloseOnLeave();
  const me = root?.me;
  if (screenAt(pathname)?.header === "name")
    return (
      <header className={`${styles.header} no-print`}>
        <Link className={styles.module} to={to(paths.home())}>
          <Icon name={moduleLogo(pathname)} />
          {root?.siteName}
        </Link>
      </header>
    );
  return (
    <header className={`${styles.header} no-print`}>
      <details className={styles.drawer} ref={drawer}>
        <summary aria-label="菜单">
          <Icon name="menu-2" />
        </summary>
        <nav aria-label="侧边菜单" className={styles.panel}>
          <p className={styles.site}>{root?.siteName}</p>
          {entries.map((entry) => [
            <Link key={entry.path} to={entry.path} prefetch="none">
              <Icon name={entry.icon} />
              {entry.name}
            </Link>,
            " ",
          ])}
          <DocumentMarkup part="products" className={styles.tree} />
          <DocumentMarkup part="resources" className={styles.tree} />
          <Link to={to(paths.information())} prefetch="none">
            <Icon name="news" />
            资讯
          </Link>{" "}
          {me?.organises ? (
            <>
              <Link to={to(paths.organised())} prefetch="none">
                <Icon name="calendar-event" />
                活动管理
              </Link>{" "}
            </>
          ) : null}
          {me ? (
            <a href={paths.logout(to(paths.forum()))}>
              <Icon name="logout" />
              退出登录
            </a>
          ) : null}
        </nav>
      </details>
      <Link className={styles.module} to={to(paths.home())}>
        <Icon name={moduleLogo(pathname)} />
        {moduleName(pathname)}
      </Link>
      <div className={styles.tools}>
        <SearchToggle />
        {me ? (
          <Bell me={me} />
        ) : (
          <a href={paths.login(to(paths.messages()))} aria-label="消息，请先登录">
            <Icon name="bell" />
          </a>
        )}
        {me ? (
          <Link to={to(paths.personal("posts"))} aria-label="个人中心">
            <Avatar icon={me.icon} size={28} />
          </Link>
        ) : (
          <a href={paths.login(here)} aria-label="登录">
            <Icon name="user" />
          </a>
        )}
      </div>
    </header>
  );
}

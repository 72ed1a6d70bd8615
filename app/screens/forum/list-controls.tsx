import { Link, useLocation } from "@remix-run/react";
import type { FocusEvent, KeyboardEvent } from "react";
import { Choices, Tabs } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./list-controls.module.css";
import { type ListQuery, listHref } from "./list-query";
import { useRail } from "./use-rail";

const tabs = [
  { kind: "all", name: "全部" },
  { kind: "digest", name: "精华" },
  { kind: "hot", name: "热门" },
  { kind: "myfollow", name: "我的关注" },
  { kind: "publish", name: "我的发布" },
] as const;

/** The tabs of the forum's five lists (spec 2.1). */
export function ForumTabs() {
  const { to } = useShell();
  const { pathname } = useLocation();
  const choices = tabs.map(({ kind, name }) => {
    const href = to(paths.forumList(kind));
    return { name, href, current: pathname === href };
  });
  return <Tabs label="论坛列表" tabs={choices} />;
}

const orders = [
  { order: "reply", name: "最新回复" },
  { order: "new", name: "最新发布" },
  { order: "views", name: "最多浏览" },
] as const;

/**
 * The order of the list: a small menu in the row of the tabs, which works before JavaScript. Its key changes with the
 * order, so that a choice closes the menu.
 */
export function OrderChoices({ path, query }: { path: string; query: ListQuery }) {
  const choices = orders.map(({ order, name }) => ({
    name,
    href: listHref(path, query, { order }),
    current: query.order === order,
  }));
  return (
    <details
      className={styles.order}
      key={path + query.order}
      onBlur={closeOnLeave}
      onKeyDown={closeOnEscape}
    >
      <summary aria-label={`排序：${choices.find(({ current }) => current)?.name}`}>
        {choices.find(({ current }) => current)?.name}
        <Icon name="chevron-down" />
      </summary>
      <Choices label="排序" choices={choices} className={styles.orders} />
    </details>
  );
}

function closeOnLeave(event: FocusEvent<HTMLDetailsElement>) {
  if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** The sections as a scrolling row on phones, where the rail is below the list. */
export function SectionChips() {
  const { name, to } = useShell();
  const groups = useRail()?.groups ?? [];
  if (name !== "h5") return null;
  return (
    <nav className={styles.chips} aria-label="版块">
      {groups.flatMap((group) =>
        group.sections.map((section) => (
          <Link key={section.fid} to={to(paths.section(section.fid))}>
            <span>
              <Icon name={section.icon as IconName} />
              {section.name}
            </span>
          </Link>
        )),
      )}
    </nav>
  );
}

/** The second skip link, past banners, tabs and filters. */
export function SkipToTopics() {
  return (
    <a className="skip-link" href="#topics">
      跳到帖子
    </a>
  );
}

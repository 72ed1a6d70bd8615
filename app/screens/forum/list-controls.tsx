import { Link, useLocation } from "@remix-run/react";
import { Choices, Tabs } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./list-controls.module.css";
import { type ListQuery, listHref } from "./list-query";
import type { Rail } from "./rail.server";

const tabs = [
  { kind: "all", name: "全部" },
  { kind: "digest", name: "精华" },
  { kind: "hot", name: "热门" },
  { kind: "myfollow", name: "我的关注" },
  { kind: "publish", name: "我的发布" },
] as const;

/** The forum's five lists (spec 2.1). */
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

export function OrderChoices({ path, query }: { path: string; query: ListQuery }) {
  return (
    <Choices
      label="排序"
      choices={orders.map(({ order, name }) => ({
        name,
        href: listHref(path, query, { order }),
        current: query.order === order,
      }))}
    />
  );
}

/** The sections as a row to scroll with a thumb: on phones the rail is below the list. */
export function SectionChips({ groups }: Pick<Rail, "groups">) {
  const { name, to } = useShell();
  if (name !== "h5") return null;
  return (
    <nav className={styles.chips} aria-label="版块">
      {groups.flatMap((group) =>
        group.sections.map((section) => (
          <Link key={section.fid} to={to(paths.section(section.fid))}>
            <Icon name={section.icon as IconName} />
            {section.name}
          </Link>
        )),
      )}
    </nav>
  );
}

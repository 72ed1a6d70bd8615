import { Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Choices, ListBar } from "~/lists/list-page";
import { addressOf } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { TagCard } from "./tag-card";
import styles from "./tags.module.css";

const orders = [
  { order: "topics", name: "帖子最多" },
  { order: "followers", name: "关注最多" },
  { order: "name", name: "按名称" },
] as const;
type Order = (typeof orders)[number]["order"];

/** All tags, or those whose names contain the search text. */
export function TagList({
  list,
  query,
}: {
  list: CallResponse<"forumTagList">;
  query: { q: string; order: Order };
}) {
  const { to } = useShell();
  const { pathname } = useLocation();
  const href = (order: Order, page = 1) =>
    addressOf(pathname, { q: query.q, all: !query.q, order: order === "topics" ? undefined : order, page });
  return (
    <section className={`surface ${styles.group}`} aria-label="标签列表">
      <ListBar>
        <p className={styles.found}>
          {query.q ? `名称里有“${query.q}”的标签 ${list.total} 个` : `共 ${list.total} 个标签`}
        </p>
        <Choices
          label="排序"
          choices={orders.map(({ order, name }) => ({
            name,
            href: href(order),
            current: query.order === order,
          }))}
        />
      </ListBar>
      {list.tags.length === 0 ? (
        <EmptyState
          title="没有找到这样的标签"
          text="换个说法试试，或者从标签地图里找；发帖时也可以直接写一个新标签。"
        >
          <Link className="button" data-primary to={to(paths.tags())}>
            看标签地图
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {list.tags.map((tag) => (
            <TagCard key={tag.id} tag={tag} />
          ))}
        </ul>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => href(query.order, page)} />
    </section>
  );
}

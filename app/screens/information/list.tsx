import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { ListBar, ListPage, RailBox, Tabs } from "~/lists/list-page";
import { NewsRow } from "~/lists/news-row";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import styles from "./information.module.css";

const inputs = {
  // An invalid category is a 404.
  query: z.object({ id: pathId.optional(), page: pageNumber }),
  missing: "没有这个资讯分类",
};

/** The categories with their articles. If that call fails, only their names, so that the tabs stay. */
async function readCategories(scope: Scope) {
  const whole = await orWithout(scope, scope.publicGateway.call("informationCategoryPage", {}), null);
  if (whole) return { categories: whole.data, tabs: whole.data.map(({ id, name }) => ({ id, name })) };
  const names = await orWithout(scope, scope.publicGateway.call("categoryMap", {}), { data: {} });
  return {
    categories: [],
    tabs: Object.entries(names.data).map(([id, name]) => ({ id: Number(id), name })),
  };
}

/** /information/index: the news of all categories, or of one (spec 2.1, 7.2). */
export const loader = screenLoader(inputs, async ({ scope, query: { id, page } }) => {
  const [list, categories] = await Promise.all([
    scope.gateway.call("informationListPage", { ...(id ? { id } : {}), page }),
    readCategories(scope),
  ]);
  const { category } = list;
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "首页", path: paths.home() },
      { name: "资讯", path: paths.information() },
      ...(category ? [{ name: category.name, path: paths.information(category.id) }] : []),
    ]),
  );
  return { list, ...categories };
});
export const meta = screenMeta<typeof loader>({
  title: ({ list }) => (list.category ? `${list.category.name} - 资讯` : undefined),
  description: ({ list }) => `${list.category?.name ?? "产品动态、社区活动、技术前沿"}：社区最新发布的资讯。`,
  head: ({ list: { category, page } }) => ({
    page,
    feed: { title: category?.name ?? "资讯", path: paths.newsFeed(category?.id) },
  }),
});

export default function Information() {
  const { list, categories, tabs: names } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { category, news, page, pages } = list;
  const tabs = [{ id: undefined, name: "全部" }, ...names].map(({ id, name }) => ({
    name,
    href: to(paths.information(id)),
    current: category?.id === id,
  }));
  const rail =
    categories.length === 0 ? null : (
      <>
        <RailBox title="分类">
          <ul className={styles.categories}>
            {categories.map(({ id, name, total, newest }) => (
              <li key={id}>
                <Link to={to(paths.information(id))}>
                  {name}
                  <small>{total} 条</small>
                </Link>
                {newest ? <Link to={to(paths.news(newest.id))}>{newest.title}</Link> : null}
              </li>
            ))}
          </ul>
        </RailBox>
        <p className={styles.feed}>
          <a href={paths.newsFeed(category?.id)}>订阅{category?.name ?? "资讯"}（Atom）</a>
        </p>
      </>
    );
  return (
    <ListPage rail={rail} label="资讯分类">
      <header className={styles.title}>
        <h1>{category?.name ?? "资讯"}</h1>
      </header>
      <ListBar>
        <Tabs label="资讯分类" tabs={tabs} />
      </ListBar>
      {news.length === 0 ? (
        <EmptyState title="还没有资讯" text="有了新消息会发布在这里。" />
      ) : (
        <ul>
          {news.map((row, index) => (
            <NewsRow key={row.id} news={row} leads={page === 1 && index === 0} />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} href={(other) => to(paths.information(category?.id, other))} />
    </ListPage>
  );
}

import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { yearOf } from "contract/base/time";
import { orWithout } from "~/failure/explain.server";
import { checkTexts } from "~/lists/kit/list-query.server";
import { Choices, ListBar } from "~/lists/list-page";
import { ResourceRow } from "~/lists/works/resource-row";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { LevelTree, pathTo } from "./level-tree";
import { ListFilters } from "./list-filters";
import styles from "./resources.module.css";
import { isNarrowed, type ListProblems, type ListQuery, listHref } from "./resources-query";
import { conditionsOf, resourcesQuery, textSchemas } from "./resources-query.server";
import { SupportTable } from "./support-table";

interface ResourcesData {
  query: ListQuery;
  problems: ListProblems;
  levels: CallResponse<"resourceTree">["result"];
  classes: CallResponse<"devProductTree">["result"];
  product: CallResponse<"devProductInfo"> | null;
  list: CallResponse<"searchResource"> | null;
  support: CallResponse<"resourceSupport"> | null;
  years: number[];
}

/** The number of years that the filter offers. */
const yearsMax = 12;

/** /resources/index: the tree of levels, the list and its filters, all in the address (spec 2.1). */
export const loader = screenLoader(
  { query: resourcesQuery, missing: "没有这个资源分类或产品" },
  async ({ scope, query: input }) => {
    const { query, problems } = checkTexts(input, textSchemas);
    const isValid = Object.keys(problems).length === 0;
    const { prodId, classId } = query;
    const conditions = isValid ? { ...conditionsOf(query), page: query.page } : null;
    const { publicGateway: gateway } = scope;
    const isList = query.view === "list";
    const [tree, classes, product, list, support] = await Promise.all([
      orWithout(scope, gateway.call("resourceTree", { prodId, classId }), { result: [] }),
      // If the classes cannot be loaded, the other filters still work.
      orWithout(scope, gateway.call("devProductTree", {}), { result: [] }),
      prodId === undefined ? null : gateway.call("devProductInfo", { id: prodId }),
      conditions && isList
        ? gateway.call("searchResource", { ...conditions, text: query.q, order: query.order })
        : null,
      conditions && !isList ? gateway.call("resourceSupport", { ...conditions, text: query.q }) : null,
    ]);
    const levelPath = pathTo(tree.result, query.id);
    scope.page.structuredData.push(
      breadcrumbData(scope, [
        { name: "资源中心", path: paths.resources() },
        ...levelPath.map(({ id, name }) => ({ name, path: paths.resources({ id, prodId }) })),
      ]),
    );
    const loaded: ResourcesData = {
      query,
      problems,
      product,
      list,
      support,
      levels: tree.result,
      classes: classes.result,
      years: Array.from({ length: yearsMax }, (_, at) => yearOf(Date.now()) - at),
    };
    return data(loaded, { status: isValid ? 200 : 400 });
  },
);

/** The name of the list's product and level, for the page's title. */
function nameOf({ product, levels, query }: ResourcesData): string | undefined {
  const level = pathTo(levels, query.id).at(-1)?.name;
  if (product) return `${product.name} ${level ?? "资源"}`;
  return level === undefined ? undefined : `${level} · 资源中心`;
}

export const meta = screenMeta<typeof loader>({
  title: (loaded) => nameOf(loaded as ResourcesData),
  description: (loaded) => {
    const { levels, query, product } = loaded as ResourcesData;
    const level = pathTo(levels, query.id).at(-1);
    return (
      level?.summary ||
      `${product ? `${product.name} 的` : ""}${level?.name ?? "数据手册、SDK、工具与示例工程"}下载：每个版本的日期、大小、校验值与更新说明。`
    );
  },
  head: (loaded) => {
    const { list } = loaded as ResourcesData;
    return list ? { page: list.page } : {};
  },
});

export default function Resources() {
  const loaded = useLoaderData<typeof loader>() as ResourcesData;
  const { query, problems, levels, classes, product, list, support, years } = loaded;
  const { name: shell, to } = useShell();
  const levelPath = pathTo(levels, query.id);
  const tree = <LevelTree levels={levels} query={query} open={levelPath.map(({ id }) => id)} />;
  const filters = (
    <ListFilters
      query={query}
      problems={problems}
      classes={classes.filter((node) => node.type === "proclass")}
      years={years}
    />
  );
  const h5 = shell === "h5";
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{nameOf(loaded)?.replace(" · 资源中心", "") ?? "资源中心"}</h1>
        {product ? (
          <p className="facts">
            <Link to={to(paths.product(product.id))}>产品页</Link>{" "}
            <Link to={to(paths.devCenter({ prodId: product.id }))}>开发入口</Link>{" "}
            <Link to={listHref(to(paths.resources()), query, { prodId: undefined })}>看全部产品的资源</Link>
            {product.delisted ? <span>该产品已下架，资源仍可下载</span> : null}
          </p>
        ) : (
          <p>
            {levelPath.at(-1)?.summary || "数据手册、SDK、工具、示例工程：每个版本都有日期、大小和校验值。"}
          </p>
        )}
      </header>
      <aside className={styles.side} aria-label="分类">
        {h5 ? (
          <details className={styles.drawer}>
            <summary>分类：{levelPath.at(-1)?.name ?? "全部资源"}</summary>
            {tree}
          </details>
        ) : (
          tree
        )}
      </aside>
      <section className={`surface ${styles.main}`} aria-label="资源列表">
        {h5 ? (
          <details className={styles.drawer} open={Object.keys(problems).length > 0}>
            <summary>筛选{isNarrowed(query) ? "（已选条件）" : ""}</summary>
            {filters}
          </details>
        ) : (
          filters
        )}
        <ListBar>
          <Choices
            label="看法"
            choices={(["list", "support"] as const).map((view) => ({
              name: view === "list" ? "列表" : "支持范围表",
              href: listHref(to(paths.resources()), query, { view }),
              current: query.view === view,
            }))}
          />
          {list ? (
            <Choices
              label="排序"
              choices={(["newest", "downloads"] as const).map((order) => ({
                name: order === "newest" ? "最新" : "下载最多",
                href: listHref(to(paths.resources()), query, { order }),
                current: query.order === order,
              }))}
            />
          ) : null}
        </ListBar>
        {list ? <List list={list} query={query} /> : null}
        {support ? <SupportTable rows={support.rows} /> : null}
        {list || support ? null : (
          <EmptyState title="筛选条件有误" text="请按提示改好条件，或清除条件后再看。" />
        )}
        <Pagination
          page={list?.page ?? support?.page ?? 1}
          pages={list?.pages ?? support?.pages ?? 1}
          href={(page) => listHref(to(paths.resources()), query, { page })}
        />
      </section>
    </div>
  );
}

function List({ list, query }: { list: CallResponse<"searchResource">; query: ListQuery }) {
  const { to } = useShell();
  if (list.resources.length === 0)
    return (
      <EmptyState
        title={isNarrowed(query) ? "没有符合条件的资源" : "这里还没有资源"}
        text={isNarrowed(query) ? "少选一个条件，或者换个说法查找。" : "换个分类看看，或者到论坛问一问。"}
      >
        <Link className="button" data-primary to={to(paths.resources())}>
          看全部资源
        </Link>
      </EmptyState>
    );
  return (
    <>
      <p className={styles.count}>
        {list.total}
        {list.more ? "+" : ""} 个资源
      </p>
      <ul>
        {list.resources.map((resource) => (
          <ResourceRow key={resource.pk_rm_resource} resource={resource} />
        ))}
      </ul>
    </>
  );
}

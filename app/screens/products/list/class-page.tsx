import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ProductNode } from "contract/products/shapes";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import styles from "../parts/products.module.css";
import { Trail } from "../parts/trail";
import { ColumnChoice } from "./column-choice";
import { FilterForm, OrderField } from "./filter-form";
import { askedFilters, fieldNames, type Listing, listSearch, withoutFields } from "./filters";
import { ListForm } from "./list-form";
import { ProductCards } from "./product-cards";
import { ProductTable } from "./product-table";

interface ClassPageProps {
  whole: CallResponse<"productClass">;
  list: CallResponse<"productList">;
  problems: Record<string, string[]>;
  tree: ProductNode[];
  query: Listing;
  /** The ticked columns where they are refused. */
  ticked: string[] | null;
  tray: { id: number; name: string }[];
  nothingTicked: boolean;
}

/** The page of a class: the tree of classes and the filters at the side, the list of products and its actions. */
export function ClassPage({
  whole,
  list,
  problems,
  tree,
  query,
  ticked,
  tray,
  nothingTicked,
}: ClassPageProps) {
  const { to, name: shell } = useShell();
  const href = (change: Partial<Listing>) =>
    to(`${paths.products()}${listSearch({ ...query, page: 1, ...change })}`);
  const kept = `${paths.products()}${listSearch({ ...query, compare: [], page: 1 })}`;
  const tableSearch = listSearch({ ...query, columns: [], compare: [], page: 1 });
  const activeFilters = askedFilters(list.facets, query.filters);
  const fields = new Set([...list.facets.flatMap(fieldNames), "order"]);
  const ofColumns = Object.keys(problems).find((name) => name.startsWith("columns"));
  const strange = Object.keys(problems).filter((name) => !fields.has(name) && !name.startsWith("columns"));
  /** Another class with the same tray. */
  const classHref = (id: number) =>
    query.compare.length > 0 ? href({ id, filters: {}, order: "", columns: [] }) : to(paths.products(id));
  const nothing = (
    <EmptyState
      title={activeFilters.length > 0 ? "没有同时满足这些条件的产品" : "这个分类下还没有产品"}
      text={activeFilters.length > 0 ? "去掉其中一个条件，就有结果：" : "看看其他分类。"}
    >
      {list.without.map(({ name, title, total }) => (
        <Fragment key={name}>
          <Link
            className="button"
            to={href({ filters: withoutFields(query.filters, [name, `${name}.min`, `${name}.max`]) })}
          >
            去掉“{title}”：{total} 个
          </Link>{" "}
        </Fragment>
      ))}
    </EmptyState>
  );
  return (
    <>
      <Trail steps={whole.path.slice(0, -1)} />
      <header className={styles.head}>
        <h1>{whole.name}</h1>
        {whole.summary ? <p>{whole.summary}</p> : null}
        {whole.delisted ? <p className={styles.wrong}>这个分类已下架。</p> : null}
        {whole.children.length > 0 ? (
          <nav aria-label="下级分类" className={styles.children}>
            {whole.children.map(({ id, name, products }) => (
              <Fragment key={id}>
                <Link to={classHref(id)}>
                  {name}
                  <small>{products}</small>
                </Link>{" "}
              </Fragment>
            ))}
          </nav>
        ) : null}
      </header>
      <div className={styles.page}>
        <aside className={styles.side} aria-label="分类与筛选">
          <details className={`surface ${styles.tree}`}>
            <summary>全部分类</summary>
            <Tree nodes={tree} current={query.id} hrefOf={classHref} />
          </details>
          <FilterForm
            key={query.id}
            facets={list.facets}
            problems={problems}
            total={list.total}
            listing={query}
          />
        </aside>
        <section className={`surface ${styles.list}`} aria-label="产品列表">
          <div className={styles.bar}>
            <p>
              <strong>{list.total}</strong> 个产品
            </p>
            <div className={styles.tools}>
              <OrderField columns={list.columns} order={query.order} problem={problems.order?.[0]} />
              <ColumnChoice
                columns={list.columns}
                allColumns={list.allColumns}
                ticked={ticked}
                listing={query}
                problem={ofColumns && problems[ofColumns]?.[0]}
              />
              {(["csv", "xlsx"] as const).map((kind) => (
                <Fragment key={kind}>
                  <a className="button" href={paths.productTable(kind, tableSearch)} download>
                    <Icon name="table" />
                    {kind.toUpperCase()}
                  </a>{" "}
                </Fragment>
              ))}
            </div>
          </div>
          {activeFilters.length > 0 ? (
            <ul className={styles.asked} aria-label="已选条件">
              {activeFilters.map(({ text, without }) => (
                <li key={text}>
                  <Link to={href({ filters: without })} preventScrollReset>
                    {text}
                    <Icon name="x" label="去掉" />
                  </Link>
                </li>
              ))}
              <li>
                <Link to={href({ filters: {}, order: "" })} preventScrollReset>
                  全部清除
                </Link>
              </li>
              <li>
                <Link to={to(paths.keepSearch(kept))} prefetch="none">
                  保存这个筛选
                </Link>
              </li>
            </ul>
          ) : null}
          {strange.length > 0 ? (
            <p className={styles.wrong} role="alert">
              {problems[strange[0] ?? ""]?.[0]}：{strange.join("、")}。已忽略。
            </p>
          ) : null}
          {list.products.length === 0 && query.compare.length === 0 ? (
            nothing
          ) : (
            <ListForm
              listing={query}
              ids={list.products.map(({ id }) => id)}
              tray={tray}
              nothingTicked={nothingTicked}
              href={href}
            >
              {list.products.length === 0 ? (
                nothing
              ) : shell === "h5" ? (
                <ProductCards products={list.products} columns={list.columns} compare={query.compare} />
              ) : (
                <ProductTable
                  products={list.products}
                  columns={list.columns}
                  compare={query.compare}
                  order={query.order}
                  orderHref={(order) => href({ order })}
                />
              )}
            </ListForm>
          )}
          <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
        </section>
      </div>
    </>
  );
}

interface TreeProps {
  nodes: ProductNode[];
  current: number;
  hrefOf: (id: number) => string;
}

function Tree({ nodes, current, hrefOf }: TreeProps) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <Link to={hrefOf(node.id)} aria-current={node.id === current ? "page" : undefined} prefetch="none">
            {node.name}
          </Link>
          {node.child.length > 0 ? <Tree nodes={node.child} current={current} hrefOf={hrefOf} /> : null}
        </li>
      ))}
    </ul>
  );
}

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
import { FilterForm, OrderField } from "./filter-form";
import { askedFilters, type Filters, fieldNames, listSearch, withoutFields } from "./filters";
import { ProductTable } from "./product-table";

interface ClassPageProps {
  whole: CallResponse<"productClass">;
  list: CallResponse<"productList">;
  problems: Record<string, string[]>;
  tree: ProductNode[];
  query: { id: number; filters: Filters; order: string; page: number };
}

/** The page of a class: the tree of classes and the filters at the side, the list of products and its actions. */
export function ClassPage({ whole, list, problems, tree, query }: ClassPageProps) {
  const { to } = useShell();
  const href = (change: Partial<ClassPageProps["query"]>) =>
    to(`${paths.products()}${listSearch({ ...query, page: 1, ...change })}`);
  const activeFilters = askedFilters(list.facets, query.filters);
  const fields = new Set(list.facets.flatMap(fieldNames));
  const strange = Object.keys(problems).filter((name) => !fields.has(name) && name !== "order");
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
                <Link to={to(paths.products(id))}>
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
            <Tree nodes={tree} current={query.id} />
          </details>
          <FilterForm
            key={query.id}
            facets={list.facets}
            problems={problems}
            total={list.total}
            id={query.id}
            filters={query.filters}
          />
        </aside>
        <section className={`surface ${styles.list}`} aria-label="产品列表">
          <div className={styles.bar}>
            <p>
              <strong>{list.total}</strong> 个产品
            </p>
            <div className={styles.tools}>
              <OrderField columns={list.columns} order={query.order} problem={problems.order?.[0]} />
              <a className="button" href={paths.productTable(listSearch({ ...query, page: 1 }))} download>
                <Icon name="table" />
                CSV
              </a>
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
                <Link to={to(paths.products(query.id))} preventScrollReset>
                  全部清除
                </Link>
              </li>
            </ul>
          ) : null}
          {strange.length > 0 ? (
            <p className={styles.wrong} role="alert">
              {problems[strange[0] ?? ""]?.[0]}：{strange.join("、")}。已忽略。
            </p>
          ) : null}
          {list.products.length === 0 ? (
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
          ) : (
            <ProductTable products={list.products} columns={list.columns} />
          )}
          <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
        </section>
      </div>
    </>
  );
}

function Tree({ nodes, current }: { nodes: ProductNode[]; current: number }) {
  const { to } = useShell();
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <Link
            to={to(paths.products(node.id))}
            aria-current={node.id === current ? "page" : undefined}
            prefetch="none"
          >
            {node.name}
          </Link>
          {node.child.length > 0 ? <Tree nodes={node.child} current={current} /> : null}
        </li>
      ))}
    </ul>
  );
}

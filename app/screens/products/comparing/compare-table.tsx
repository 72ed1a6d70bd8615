import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import styles from "../compare.module.css";
import { StateLabel } from "../parts/state-label";
import own from "./comparing.module.css";

type Comparison = CallResponse<"productCompare">;
type Product = Comparison["products"][number];

/** How a comparison is looked at: only the rows that differ, and the product that the others are compared with. */
export interface CompareView {
  only?: "differences" | undefined;
  pin?: number | undefined;
}

/**
 * Keeps a number and its unit on one line: `-40~85 °C、-40~105 °C` breaks only after the 、, where a browser would not
 * break before a minus sign.
 */
const withUnits = (value: string) =>
  value.replace(/(?<=\d) (?=[^\s、]{1,8}(?:、|$))/g, "\u00a0").replaceAll("、", "、\u200b");

interface CompareTableProps extends Comparison {
  view: CompareView;
  /** The class to go back to when the last product is removed. */
  backId: number | undefined;
}

/** Products side by side; a pinned one stands first and stays in sight. */
export function CompareTable({ products, rows, view, backId }: CompareTableProps) {
  const { to } = useShell();
  const ids = products.map(({ id }) => id);
  const places = products.map((_, at) => at);
  const pinned = ids.indexOf(view.pin ?? 0);
  const order = pinned < 0 ? places : [pinned, ...places.filter((at) => at !== pinned)];
  const differing = rows.filter(({ differs }) => differs);
  const compared = products.length > 1;
  // One product alone has no differences: its rows are all shown.
  const visibleRows = view.only && compared ? differing : rows;
  return (
    <>
      {compared ? (
        <p className={`${own.views} no-print`}>
          <Link
            to={to(paths.compare(ids, { pin: view.pin }))}
            aria-current={view.only ? undefined : "true"}
            preventScrollReset
          >
            全部 {rows.length} 行
          </Link>{" "}
          <Link
            to={to(paths.compare(ids, { ...view, only: "differences" }))}
            aria-current={view.only ? "true" : undefined}
            preventScrollReset
          >
            只看有差别的 {differing.length} 行
          </Link>
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={`surface ${styles.scroll}`} aria-label="对比表" tabIndex={0}>
        <table className={styles.table} data-pinned={pinned < 0 ? undefined : ""}>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.legend}>
                  <i aria-hidden="true">≠</i> {pinned < 0 ? "有差别" : "与参照不同"}
                </span>
              </th>
              {order.map((at) => (
                <ProductHead
                  key={ids[at]}
                  product={products[at] as Product}
                  ids={ids}
                  view={view}
                  backId={backId}
                  canPin={compared}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">数据手册</th>
              {order.map((at) => (
                <td key={ids[at]}>
                  <Datasheet product={products[at] as Product} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">订购</th>
              {order.map((at) => (
                <td key={ids[at]}>
                  <Orders product={products[at] as Product} />
                </td>
              ))}
            </tr>
            {visibleRows.length === 0 ? (
              <tr>
                <th scope="row">参数</th>
                <td colSpan={products.length}>{view.only ? "没有差别" : "–"}</td>
              </tr>
            ) : null}
            {visibleRows.map(({ name, values, differs }) => (
              <tr key={name} data-differs={differs || undefined}>
                <th scope="row">
                  {name}
                  {differs ? (
                    <i>
                      <span aria-hidden="true">≠</span>
                      <span className="visually-hidden">有差别</span>
                    </i>
                  ) : null}
                </th>
                {order.map((at) => {
                  const value = values[at] ?? null;
                  const isOff = pinned >= 0 && at !== pinned && value !== (values[pinned] ?? null);
                  return (
                    <td key={ids[at]} data-off={isOff || undefined}>
                      {value === null ? "–" : withUnits(value)}
                      {isOff ? <span className="visually-hidden">（与参照不同）</span> : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface HeadProps {
  product: Product;
  ids: number[];
  view: CompareView;
  backId: number | undefined;
  canPin: boolean;
}

function ProductHead({
  product: { id, name, summary, state, picture },
  ids,
  view,
  backId,
  canPin,
}: HeadProps) {
  const { to } = useShell();
  const others = ids.filter((one) => one !== id);
  const without =
    others.length > 0 ? paths.compare(others, view) : backId ? paths.products(backId) : paths.products();
  const isPinned = view.pin === id;
  return (
    <th scope="col" data-pin={isPinned || undefined}>
      {picture ? <Picture picture={picture} sizes="120px" first className={styles.picture} /> : null}
      <Link to={to(paths.product(id))}>{name}</Link>
      <StateLabel state={state} />
      <p>{summary}</p>
      <span className={`${own.acts} no-print`}>
        {canPin ? (
          <Link
            className={styles.remove}
            to={to(paths.compare(ids, { ...view, pin: isPinned ? undefined : id }))}
            aria-label={isPinned ? `${name} 不再作参照` : `以 ${name} 为参照`}
            preventScrollReset
          >
            <Icon name="pin" />
            {isPinned ? "取消参照" : "设为参照"}
          </Link>
        ) : null}{" "}
        <Link className={styles.remove} to={to(without)} aria-label={`不再对比 ${name}`}>
          <Icon name="x" />
          移除
        </Link>
      </span>
    </th>
  );
}

function Datasheet({ product: { name, datasheet } }: { product: Product }) {
  const { to } = useShell();
  if (!datasheet) return "–";
  const words = (
    <>
      <Icon name="file-text" />
      {datasheet.version || "数据手册"}
    </>
  );
  const label = `${name} 的数据手册${datasheet.version ? `，版本 ${datasheet.version}` : ""}`;
  return datasheet.url ? (
    <a className={own.file} href={datasheet.url} aria-label={label}>
      {words}
    </a>
  ) : (
    <Link className={own.file} to={to(paths.resource(datasheet.id))} aria-label={label}>
      {words}
    </Link>
  );
}

function Orders({ product: { orders } }: { product: Product }) {
  if (orders.length === 0) return "–";
  return (
    <ul className={own.orders}>
      {orders.map(({ number, buy }) => (
        <li key={number}>
          <a
            href={buy[0]?.url}
            rel="noopener nofollow"
            target="_blank"
            aria-label={`在${buy[0]?.name}订购 ${number}（新窗口）`}
          >
            {number}
            <Icon name="external-link" />
          </a>
        </li>
      ))}
    </ul>
  );
}

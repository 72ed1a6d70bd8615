import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import { StateLabel } from "../parts/state-label";
import { OrderLink } from "./order-link";
import styles from "./product-table.module.css";

type List = CallResponse<"productList">;

interface ProductTableProps extends Pick<List, "products" | "columns"> {
  order: string;
  compare: number[];
  /** The address of the list in another order. */
  orderHref: (order: string) => string;
}

/** The box that puts a product into the tray. */
export function CompareBox({ id, name, compare }: { id: number; name: string; compare: number[] }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name="compare" value={id} defaultChecked={compare.includes(id)} />
      <span className="visually-hidden">对比 {name}</span>
    </label>
  );
}

interface HeadProps extends Pick<ProductTableProps, "order" | "orderHref"> {
  by: string;
  name: string;
  unit?: string;
}

/** A column's head: a link that sorts by it, upwards first. */
function Head({ by, name, unit, order, orderHref }: HeadProps) {
  const sorted = order === by ? "ascending" : order === `-${by}` ? "descending" : undefined;
  return (
    <th scope="col" aria-sort={sorted}>
      <Link
        className={styles.sort}
        to={orderHref(sorted === "ascending" ? `-${by}` : by)}
        preventScrollReset
        prefetch="none"
      >
        {name}
        {unit ? <small>{unit}</small> : null}
        <i aria-hidden="true">{sorted === "ascending" ? "↑" : sorted === "descending" ? "↓" : "↕"}</i>
      </Link>
    </th>
  );
}

/** Products in a table of their parameters, whose heads and first column stay in sight. */
export function ProductTable({ products, columns, compare, order, orderHref }: ProductTableProps) {
  const { to } = useShell();
  const sorting = { order, orderHref };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label="产品参数表" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <Head by="name" name="产品" {...sorting} />
            <Head by="state" name="状态" {...sorting} />
            {columns.map(({ key, name, unit, units }) => (
              <Head
                key={key}
                by={`p.${key}`}
                name={name}
                unit={unit ? (units.length > 0 ? units.join("、") : unit) : ""}
                {...sorting}
              />
            ))}
            <Head by="package" name="封装" {...sorting} />
            <th scope="col">订购</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ id, name, summary, state, picture, packages, values, order: part }, row) => (
            <tr key={id}>
              <th scope="row">
                <div className={styles.product}>
                  <CompareBox id={id} name={name} compare={compare} />
                  {picture ? (
                    <span className={`thumbnail ${styles.picture}`}>
                      <Picture picture={picture} sizes="56px" first={row < 2} />
                    </span>
                  ) : null}
                  <div>
                    <Link to={to(paths.product(id))} data-part="">
                      {name}
                    </Link>
                    <p>{summary}</p>
                  </div>
                </div>
              </th>
              <td>
                <StateLabel state={state} />
              </td>
              {columns.map(({ key }, at) => (
                <td key={key}>{values[at] ?? "–"}</td>
              ))}
              <td className={styles.packages}>{packages.length > 0 ? packages.join("、") : "–"}</td>
              <td>{part ? <OrderLink part={part} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

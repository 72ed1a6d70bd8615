import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { StateLabel } from "../parts/state-label";
import { OrderLink } from "./order-link";
import styles from "./product-cards.module.css";
import { CompareBox } from "./product-table";

type List = CallResponse<"productList">;

/** Products on a phone: a card each, with the chosen parameters and their names. */
export function ProductCards({
  products,
  columns,
  compare,
}: Pick<List, "products" | "columns"> & { compare: number[] }) {
  const { to } = useShell();
  return (
    <ul className={styles.cards} aria-label="产品参数">
      {products.map(({ id, name, summary, state, packages, values, order }) => {
        const facts = [
          ...columns.map(({ name: title }, at) => ({ title, value: values[at] })),
          { title: "封装", value: packages.join("、") },
        ].filter(({ value }) => value);
        return (
          <li key={id}>
            <div className={styles.head}>
              <CompareBox id={id} name={name} compare={compare} />
              <Link to={to(paths.product(id))} data-part="">
                {name}
              </Link>
              <StateLabel state={state} />
            </div>
            <p>{summary}</p>
            <dl>
              {facts.map(({ title, value }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {order ? <OrderLink part={order} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { compareMax } from "contract/products/constants";
import { useEffect, useRef, useState } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import { StateLabel } from "../parts/state-label";
import styles from "./product-table.module.css";

type List = CallResponse<"productList">;

/** Products in a table of their parameters; a form compares the ticked ones. */
export function ProductTable({ products, columns }: Pick<List, "products" | "columns">) {
  const { to } = useShell();
  const [ticked, setTicked] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const count = () => setTicked(form.current ? new FormData(form.current).getAll("compare").length : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter that removes rows also removes their ticks
  useEffect(count, [products]);
  return (
    <form ref={form} method="get" action={to(paths.compare())} onChange={count}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="产品参数表" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">产品</th>
              <th scope="col">封装</th>
              {columns.map(({ key, name, unit, units }) => (
                <th key={key} scope="col">
                  {name}
                  {unit ? <small>{units.length > 0 ? units.join("、") : unit}</small> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map(({ id, name, summary, state, picture, packages, values }, row) => (
              <tr key={id}>
                <th scope="row">
                  <div className={styles.product}>
                    <label className={styles.tick}>
                      <input type="checkbox" name="compare" value={id} />
                      <span className="visually-hidden">对比 {name}</span>
                    </label>
                    {picture ? (
                      <span className={`thumbnail ${styles.picture}`}>
                        <Picture picture={picture} sizes="56px" first={row < 2} />
                      </span>
                    ) : null}
                    <div>
                      <Link to={to(paths.product(id))}>{name}</Link>
                      <StateLabel state={state} />
                      <p>{summary}</p>
                    </div>
                  </div>
                </th>
                <td>{packages.length > 0 ? packages.join("、") : "–"}</td>
                {columns.map(({ key }, at) => (
                  <td key={key}>{values[at] ?? "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.end}>
        <button type="submit" className="button">
          对比所选
        </button>
        <span role="status">
          {ticked > compareMax
            ? `已选 ${ticked} 个，一次最多对比 ${compareMax} 个：去掉一个，或在对比页上换`
            : ticked > 0
              ? `已选 ${ticked} 个，最多 ${compareMax} 个`
              : `最多 ${compareMax} 个`}
        </span>
      </div>
    </form>
  );
}

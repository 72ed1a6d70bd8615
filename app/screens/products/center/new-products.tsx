import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import { StateLabel } from "../parts/state-label";
import styles from "./product-center.module.css";

/** The products that came last, with the day from which they are sold. */
export function NewProducts({ products }: Pick<CallResponse<"productCenter">, "products">) {
  const { to } = useShell();
  return (
    <section aria-labelledby="new-products">
      <h2 id="new-products">新产品</h2>
      <ul className={styles.products}>
        {products.map(({ id, name, summary, state, since, className, picture }) => (
          <li key={id} className="surface">
            {picture ? (
              <span className={`thumbnail ${styles.picture}`}>
                <Picture picture={picture} sizes="72px" alt="" />
              </span>
            ) : null}
            <div>
              <h3>
                <Link to={to(paths.product(id))} data-part="">
                  {name}
                </Link>
                <StateLabel state={state} />
              </h3>
              <p>{summary}</p>
              <p className="facts">
                <span>{className}</span>
                {since ? <span>{since} 上市</span> : null}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ProductInfo } from "contract/products/calls";
import { productLife } from "~/format/standing";
import styles from "./page.module.css";

type Life = Pick<ProductInfo, "state" | "since" | "lastOrder" | "supplyUntil">;

/** The day that is known of a state; null where none is. */
const dayOf = (code: string, { state, since, lastOrder }: Life): string | null =>
  code === "production"
    ? since && (state === "preview" ? `预计 ${since}` : since)
    : code === "lastBuy" && lastOrder
      ? `${lastOrder} 截止`
      : null;

/** The states of a product's life as a line, with the current one and the days that are known. */
export function Lifecycle(life: Life) {
  const current = productLife.findIndex(({ code }) => code === life.state);
  return (
    <>
      <ol className={styles.life}>
        {productLife.map(({ code, name }, at) => (
          <li
            key={code}
            data-past={at < current || undefined}
            aria-current={at === current ? "step" : undefined}
          >
            <b>{name}</b>
            <span>{[at === current ? "现在" : "", dayOf(code, life) ?? ""].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ol>
      {life.supplyUntil ? (
        <p className={styles.promise}>
          承诺供货到 <b>{life.supplyUntil}</b>
        </p>
      ) : null}
    </>
  );
}

import { type ProductState, productKinds } from "contract/products/constants";
import { productStanding } from "~/format/standing";
import styles from "./state-label.module.css";

/**
 * A product's lifecycle state as a text with a colour. A space separates it from the name instead of a margin, so that
 * on a line of its own it is aligned with the name.
 */
export function StateLabel({ state, delisted = false }: { state: ProductState; delisted?: boolean }) {
  return (
    <>
      {" "}
      <span className={`label ${styles.state}`} data-state={delisted ? "discontinued" : state}>
        {productStanding({ state, delisted })}
      </span>
    </>
  );
}

export const kindName = (kind: string) => productKinds.find(({ code }) => code === kind)?.name ?? kind;

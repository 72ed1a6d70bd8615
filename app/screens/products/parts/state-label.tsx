import { type ProductState, productKinds } from "contract/products/constants";
import { productStanding } from "~/format/standing";
import styles from "./state-label.module.css";

/**
 * Where a product stands in its life, in words and a colour. The space before it is a word's, not a margin: on a line
 * of its own it begins where the name above does.
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

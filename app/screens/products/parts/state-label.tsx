import { type ProductState, productKinds, productStates } from "contract/products/choices";
import styles from "./state-label.module.css";

/**
 * Where a product stands in its life, in words and a colour. The space before it is a word's, not a margin: on a line
 * of its own it begins where the name above does.
 */
export function StateLabel({ state }: { state: ProductState }) {
  const name = productStates.find(({ code }) => code === state)?.name ?? state;
  return (
    <>
      {" "}
      <span className={`label ${styles.state}`} data-state={state}>
        {name}
      </span>
    </>
  );
}

export const kindName = (kind: string) => productKinds.find(({ code }) => code === kind)?.name ?? kind;

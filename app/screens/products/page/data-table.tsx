import type { ReactNode } from "react";
import styles from "../details.module.css";

/**
 * A table that scrolls within its own box. With `stacks` a narrow screen shows each row as a block of cells, each with
 * the label in its `data-label`; empty cells are hidden.
 */
export function DataTable({
  label,
  head,
  stacks = false,
  children,
}: {
  label: string;
  head: string[];
  stacks?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className={styles.scroll}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-stacks={stacks || undefined}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

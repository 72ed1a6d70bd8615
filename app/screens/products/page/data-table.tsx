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

/** The same of rows, each with its name and a value for each further head; a narrow screen hides what is not there. */
export function RowsTable({ label, head, rows }: { label: string; head: string[]; rows: ReactNode[][] }) {
  return (
    <DataTable label={label} head={head} stacks>
      {rows.map(([name, ...values], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id of its own
        <tr key={at}>
          <th scope="row">{name}</th>
          {values.map((value, place) => (
            <td key={head[place + 1]} data-label={value ? head[place + 1] : ""}>
              {value || "–"}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

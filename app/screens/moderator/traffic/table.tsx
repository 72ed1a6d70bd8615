import { Link } from "@remix-run/react";
import styles from "./traffic.module.css";

/** A table of numbers, with their names in the first column; nothing when there are no rows. */
export function Table({
  title,
  heads,
  rows,
  links = [],
}: {
  title: string;
  heads: string[];
  rows: (string | number)[][];
  /** Where the names of the rows lead. */
  links?: string[];
}) {
  if (rows.length === 0) return null;
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */
    <section className={styles.scroll} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], row) => (
            <tr key={links[row] ?? name}>
              <th scope="row">
                {links[row] ? (
                  <Link to={links[row]} prefetch="none">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              {values.map((value, at) => (
                <td key={heads[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

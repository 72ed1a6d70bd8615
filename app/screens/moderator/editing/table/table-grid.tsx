import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { problem } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { StateLabel } from "../piece-row";
import { baseName, cellName, type ProductTable, parameterTitle, takenBy } from "./columns";
import styles from "./table.module.css";

/** A row a product, a column a parameter, an input a cell. Scripts add the arrow keys and pasting of several cells. */
export function TableGrid({ table, failure }: { table: ProductTable; failure: FormFailure | undefined }) {
  const { to } = useShell();
  const grid = useRef<HTMLTableElement>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    let leave: (() => void) | undefined;
    let isGone = false;
    // Loaded for those who edit a table alone.
    import("./grid-keys").then(
      ({ moveInGrid }) => {
        if (!isGone) leave = moveInGrid(element, setSaid);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      leave?.();
    };
  }, []);
  const typed = failure?.result.initialValue;
  const wrong = failure?.result.error ?? {};
  const shownIn = (name: string, stands: string) => String(typed?.[name] ?? stands);
  return (
    <>
      <section className={styles.scroll} aria-label="参数表">
        <table ref={grid} className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">产品</th>
              {table.parameters.map((parameter) => (
                <th key={parameter.key} scope="col">
                  {parameterTitle(parameter)}
                  <small>{takenBy(parameter)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.products.map(({ key, title, state, drafted, base, values }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to={to(paths.contentPiece("products", key))} prefetch="none">
                    {title}
                  </Link>
                  <small>
                    {key}
                    {state === "published" ? null : <StateLabel kind="products" state={state} />}
                    {drafted ? " 有没发布的修改" : ""}
                  </small>
                  <input type="hidden" name={baseName(key)} value={shownIn(baseName(key), base)} />
                </th>
                {table.parameters.map((parameter) => {
                  const name = cellName(key, parameter.key);
                  const errors = wrong[name];
                  return (
                    <td key={parameter.key}>
                      <input
                        id={name}
                        name={name}
                        defaultValue={shownIn(name, values[parameter.key] ?? "")}
                        aria-label={`${title}：${parameterTitle(parameter)}`}
                        autoComplete="off"
                        maxLength={1_000}
                        aria-invalid={errors ? true : undefined}
                        aria-describedby={errors ? `${name}-problem` : undefined}
                      />
                      {errors ? <span id={`${name}-problem`}>{problem(errors)}</span> : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.wrong} role="status">
        {said}
      </p>
      <p className={styles.hint}>
        空着表示没有这个值；多个选项之间写“、”；只写数字就按列上的单位。可以从表格软件复制一块，粘贴到左上角的格里。
      </p>
    </>
  );
}

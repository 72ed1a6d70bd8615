import { useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { columnsMax } from "contract/products/constants";
import { Icon } from "~/ui/icon";
import styles from "./column-choice.module.css";
import { HiddenFields } from "./filter-form";
import { type Listing, listFields, listSearch } from "./filters";

interface ColumnChoiceProps extends Pick<CallResponse<"productList">, "columns" | "allColumns"> {
  /** What was ticked, where it is refused; otherwise null. */
  ticked: string[] | null;
  listing: Listing;
  problem: string | undefined;
}

/** The parameters to show as columns: in the address, and on request kept for this class in this browser. */
export function ColumnChoice({ columns, allColumns, ticked, listing, problem }: ColumnChoiceProps) {
  const { pathname } = useLocation();
  const visibleColumns = new Set(ticked ?? columns.map(({ key }) => key));
  const own = { ...listing, columns: [], page: 1 };
  // In the address of the buttons that post, because the other button's form has an address of its own.
  const keep = `/preferences?${new URLSearchParams({
    columnsOf: String(listing.id),
    back: pathname + listSearch(own),
  })}`;
  if (allColumns.length === 0) return null;
  return (
    <details className={styles.choice} open={problem !== undefined || undefined}>
      <summary className="button">
        <Icon name="list-check" />列
      </summary>
      <form method="get" action={pathname} className="surface" key={[...visibleColumns].join(",")}>
        <HiddenFields fields={listFields(own)} />
        <fieldset>
          <legend>显示哪些参数（最多 {columnsMax} 列）</legend>
          {problem ? (
            <p className={styles.problem} role="alert">
              <Icon name="alert-circle" />
              {problem}
            </p>
          ) : null}
          <div>
            {allColumns.map(({ key, name }) => (
              <label key={key}>
                <input type="checkbox" name="columns" value={key} defaultChecked={visibleColumns.has(key)} />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <p>
          <button type="submit" className="button" data-primary>
            显示
          </button>{" "}
          <button type="submit" className="button" formMethod="post" formAction={keep}>
            显示并记住
          </button>{" "}
          <button
            type="submit"
            className="button"
            formMethod="post"
            formAction={keep}
            name="usual"
            value="own"
          >
            恢复默认
          </button>
        </p>
      </form>
    </details>
  );
}

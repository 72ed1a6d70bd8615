import { Form, Link, useLocation } from "@remix-run/react";
import { searchTextMax } from "contract/search/constants";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { Added } from "./added-product.server";
import type { CompareView } from "./compare-table";
import styles from "./comparing.module.css";

interface AddFormProps {
  ids: number[];
  view: CompareView;
  adding: Added | null;
}

/** Adds a product to a comparison by typing its number. */
export function AddForm({ ids, view, adding }: AddFormProps) {
  const { pathname } = useLocation();
  const { to } = useShell();
  return (
    <Form method="get" action={pathname} className={`${styles.add} no-print`} key={ids.join(",")}>
      {ids.map((id) => (
        <input key={id} type="hidden" name="compare" value={id} />
      ))}
      {view.only ? <input type="hidden" name="only" value={view.only} /> : null}
      {view.pin === undefined ? null : <input type="hidden" name="pin" value={view.pin} />}
      <label htmlFor="compare-add">加一个型号</label>
      <input
        id="compare-add"
        className="plain-input"
        name="add"
        defaultValue={adding?.typed ?? ""}
        placeholder="型号、订货型号或其他厂商的型号"
        maxLength={searchTextMax}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={adding ? true : undefined}
        aria-describedby={adding ? "compare-add-problem" : undefined}
      />
      <button type="submit" className="button">
        <Icon name="plus" />
        加进对比
      </button>
      {adding ? (
        <p id="compare-add-problem" className={styles.problem} role="alert">
          <Icon name="alert-circle" />
          {adding.problem}
          {adding.near.map(({ id, name }) => (
            <Fragment key={id}>
              {" "}
              <Link to={to(paths.compare([...new Set([...ids, id])], view))}>{name}</Link>
            </Fragment>
          ))}
        </p>
      ) : null}
    </Form>
  );
}

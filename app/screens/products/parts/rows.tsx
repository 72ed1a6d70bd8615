import { Link } from "@remix-run/react";
import { noticeKinds } from "contract/products/constants";
import type { NoticeRow, ProductBrief } from "contract/products/shapes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./products.module.css";
import { StateLabel } from "./state-label";

/** The Chinese name of a kind of notice. */
export const noticeName = (kind: NoticeRow["kind"]) => noticeKinds.find(({ code }) => code === kind)?.name;

/** Notices as rows, with their number and dates. */
export function Notices({ notices }: { notices: NoticeRow[] }) {
  const { to } = useShell();
  return (
    <ul className={styles.rows}>
      {notices.map(({ number, kind, title, date, effective }) => (
        <li key={number}>
          <span>
            <span className="label" data-kind={kind === "security" ? "state" : undefined}>
              {noticeName(kind)}
            </span>{" "}
            <Link to={to(paths.notice(number))}>{title}</Link>
          </span>
          <span className="facts">
            <span>{number}</span>
            <span>{date}</span>
            {effective ? <span>{effective} 生效</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Products as rows; `note` returns the reason why a product is listed. */
export function ProductRows<Row extends ProductBrief>({
  products,
  note,
}: {
  products: Row[];
  note: (row: Row) => string | undefined;
}) {
  const { to } = useShell();
  return (
    <ul className={styles.rows}>
      {products.map((product) => (
        <li key={product.id}>
          <span>
            <Link to={to(paths.product(product.id))}>{product.name}</Link>
            <StateLabel state={product.state} />
          </span>
          <span className="facts">
            <span>{note(product)}</span>
            <span>{product.summary}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

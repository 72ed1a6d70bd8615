import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./products.module.css";

/** The breadcrumb of a class or product, from the product centre down. */
export function Trail({ steps }: { steps: { id: number; name: string }[] }) {
  const { to } = useShell();
  return (
    <nav className={`crumbs ${styles.trail}`} aria-label="所在位置">
      <Link to={to(paths.products())}>产品中心</Link>
      {steps.map(({ id, name }) => (
        <Fragment key={id}>
          <Link to={to(paths.products(id))}>{name}</Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

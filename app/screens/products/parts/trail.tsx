import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./products.module.css";

/** The way to a class or product, from the product centre down. */
export function Trail({ steps }: { steps: { id: number; name: string }[] }) {
  const { to } = useShell();
  return (
    <nav aria-label="位置" className={styles.trail}>
      <Link to={to(paths.products())}>产品中心</Link>
      {steps.map(({ id, name }) => (
        <span key={id}>
          <Icon name="chevron-right" />
          <Link to={to(paths.products(id))}>{name}</Link>
        </span>
      ))}
    </nav>
  );
}

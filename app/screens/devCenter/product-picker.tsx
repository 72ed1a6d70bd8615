import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./dev-center.module.css";

type Node = CallResponse<"devProductTree">["result"][number];

interface ProductPickerProps {
  classes: Node[];
  /** The class whose products the page shows. */
  open: number | undefined;
  products: Node[];
}

/** The choice of a product: the classes, and the products of the chosen class. */
export function ProductPicker({ classes, open, products }: ProductPickerProps) {
  const { to } = useShell();
  const shownClasses = classes.flatMap((node) => (node.type === "proclass" ? [node] : []));
  if (shownClasses.length === 0) return null;
  const link = ({ id, name, resources }: { id: number; name: string; resources: number }) => (
    <Link
      key={id}
      to={`${to(paths.devCenter({ id }))}#products`}
      aria-current={open === id ? "true" : undefined}
      preventScrollReset
    >
      {name}
      <small>{resources}</small>
    </Link>
  );
  return (
    <section className={`surface ${styles.box}`} id="products" aria-labelledby="products-title">
      <h2 id="products-title">
        <Icon name="cpu" /> 按产品进入
      </h2>
      <ul className={styles.classes}>
        {shownClasses.map((first) => (
          <li key={first.id}>
            <h3>{link(first)}</h3>
            <p>{first.child.flatMap((second) => [second, ...second.child]).map(link)}</p>
          </li>
        ))}
      </ul>
      {products.length > 0 ? (
        <ul className={styles.products}>
          {products.map(({ id, name, resources }) => (
            <li key={id}>
              <Link to={to(paths.devCenter({ prodId: id }))}>{name}</Link>
              <small>{resources} 个资源</small>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

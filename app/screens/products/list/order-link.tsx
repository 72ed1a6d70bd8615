import type { ProductOrder } from "contract/products/shapes";
import { Icon } from "~/ui/icon";
import styles from "./product-table.module.css";

/** A link to the first shop that sells a part. */
export function OrderLink({ part: { number, buy } }: { part: ProductOrder }) {
  const [shop] = buy;
  if (!shop) return null;
  return (
    <a
      className={styles.order}
      href={shop.url}
      rel="noopener nofollow"
      target="_blank"
      aria-label={`在${shop.name}订购 ${number}（新窗口）`}
    >
      {shop.name}
      <Icon name="external-link" />
    </a>
  );
}

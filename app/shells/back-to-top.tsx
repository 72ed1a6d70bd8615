import { Icon } from "~/ui/icon";
import styles from "./back-to-top.module.css";

/**
 * A link to the top, 100 px from the bottom (spec 2.3). Where the browser supports it, the link appears only after
 * scrolling.
 */
export function BackToTop() {
  return (
    <a href="#main" className={`${styles.button} no-print`} aria-label="回到顶部">
      <Icon name="arrow-up" />
    </a>
  );
}

import { Icon } from "~/ui/icon";
import styles from "./back-to-top.module.css";

/**
 * Spec 2.3: 100 px from the bottom. A link, and where the browser can, only there once the page was scrolled.
 */
export function BackToTop() {
  return (
    <a href="#main" className={`${styles.button} no-print`} aria-label="回到顶部">
      <Icon name="arrow-up" />
    </a>
  );
}

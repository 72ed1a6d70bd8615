import { useNavigation } from "@remix-run/react";
import styles from "./navigation-progress.module.css";

/**
 * Spec 2.3's loading text. It never hides what the server sent: CSS shows it only once a navigation has taken
 * a while.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div className={styles.progress} role="status">
      数据加载中...
    </div>
  );
}

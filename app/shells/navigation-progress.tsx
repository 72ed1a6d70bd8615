import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { chunkTimeout, keepTyped } from "~/navigation/chunk";
import styles from "./navigation-progress.module.css";

/**
 * Spec 2.3's loading text. It never hides what the server sent: CSS shows it only once a navigation has taken
 * a while. Where the next page's code does not come (spec 9), its document is asked for instead, which needs
 * none.
 */
export function NavigationProgress() {
  const { state, location: next } = useNavigation();
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => location.assign(next.pathname + next.search + next.hash), chunkTimeout);
    // Remix loads this page anew where the next one's code fails.
    addEventListener("pagehide", keepTyped);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", keepTyped);
    };
  }, [state, next]);
  if (state === "idle") return null;
  return (
    <div className={styles.progress} role="status">
      <span>数据加载中...</span>
    </div>
  );
}

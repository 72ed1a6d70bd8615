import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { chunkTimeout, keepTyped } from "~/navigation/chunk";
import styles from "./navigation-progress.module.css";

/**
 * The loading text of spec 2.3. CSS shows it only when a navigation takes long, so it never hides a page sent by the
 * server. When the next page's code does not load (spec 9), loads its document instead.
 */
export function NavigationProgress() {
  const { state, location: next } = useNavigation();
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => location.assign(next.pathname + next.search + next.hash), chunkTimeout);
    // Remix reloads the page when the next page's code fails to load.
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

import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./notices/notices.module.css";

/**
 * The cookie notice at the bottom of the window, until it is confirmed. It is last in the document, so the keyboard
 * reaches the page first.
 */
export function CookieBar() {
  const { to, here } = useShell();
  return (
    <form method="post" action="/preferences" className={`${styles.cookies} no-print`}>
      <input type="hidden" name="back" value={here} />
      <p>
        本站使用 Cookie 保持登录和偏好，并统计页面的使用情况，见
        <Link to={to(paths.policy("cookie-policy"))}>《Cookie 政策》</Link>
      </p>
      <button type="submit" name="analytics" value="off">
        关闭统计
      </button>
      <button type="submit" name="cookiePolicy" value="agree">
        我知道了
      </button>
    </form>
  );
}

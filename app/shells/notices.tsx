import { Link, useMatches } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { asideOf } from "~/failure/aside";
import { formatDay } from "~/format/time";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog, SessionConflictDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "./notices.module.css";

const GateDialog = lazy(chunk(() => import("~/consent/gate-dialog")));
/** Only those who have something to fill in load it. */
const CompletionDialog = lazy(chunk(() => import("~/profile/completion-dialog")));

const useAside = () => asideOf(useMatches().map(({ data }) => data));

/**
 * Where the login dialog leads back to, whichever loader of the page asked for it; null where none did, or a dialog of
 * the root stands first.
 */
export function useLoginAsked(): string | null {
  const root = useRoot();
  const { here } = useShell();
  const { asksLogin } = useAside();
  return root?.loginFor ?? (asksLogin && !root?.conflict && !root?.gate ? here : null);
}

/**
 * What stands above every page: the flash message, an upstream that is down or left parts out, the cookie bar, and
 * the blocking dialogs.
 */
export function Notices({ loginFor }: { loginFor: string | null }) {
  const root = useRoot();
  const { to, here } = useShell();
  const aside = useAside();
  if (!root) return null;
  return (
    <>
      {root.degraded ? (
        <p className={styles.notice} data-kind="warning" role="status">
          <Icon name="alert-circle" />
          部分服务暂时不可用，你看到的可能是未登录的页面，请稍后刷新。
        </p>
      ) : null}
      {aside.leftOut && !root.degraded ? (
        <p className={styles.notice} data-kind="warning" role="status">
          <Icon name="alert-circle" />
          <span>
            这一页有的部分暂时看不了（跟踪号 {aside.leftOut}），<a href={here}>重新加载</a>
          </span>
        </p>
      ) : null}
      {root.notice ? (
        <p className={styles.notice} role="status">
          <Icon name="circle-check" />
          {root.notice}
        </p>
      ) : null}
      {root.problem ? (
        <p className={styles.notice} data-kind="warning" role="alert">
          <Icon name="alert-circle" />
          {root.problem}
        </p>
      ) : null}
      {root.me?.closingAt ? (
        <p className={styles.notice} data-kind="warning" role="status">
          <Icon name="alert-circle" />
          <span>
            你的账号将于 {formatDay(root.me.closingAt)} 注销，
            <Link to={to(paths.setting("close"))}>查看或撤销</Link>
          </span>
        </p>
      ) : null}
      {root.conflict ? <SessionConflictDialog /> : null}
      {loginFor ? <LoginDialog redirect={loginFor} /> : null}
      {root.gate ? (
        <Suspense>
          <GateDialog gate={root.gate} />
        </Suspense>
      ) : null}
      {root.completion && !root.conflict && !loginFor ? (
        <Suspense>
          <CompletionDialog data={root.completion} back={here} />
        </Suspense>
      ) : null}
      {root.preferences.cookiePolicyAgreed ? null : (
        <form method="post" action="/preferences" className={`${styles.cookies} no-print`}>
          <input type="hidden" name="back" value={here} />
          <p>
            本站使用 Cookie 保持登录状态和你的显示偏好，详见
            <Link to={to(paths.policy("cookie-policy"))}>《Cookie 政策》</Link>。
          </p>
          <button type="submit" className="button" name="cookiePolicy" value="agree">
            我知道了
          </button>
        </form>
      )}
    </>
  );
}

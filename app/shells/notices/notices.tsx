import { Link, useMatches } from "@remix-run/react";
import { lazy, type ReactNode, Suspense } from "react";
import { asideOf } from "~/failure/aside";
import { formatDay } from "~/format/time";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog, SessionConflictDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "./notices.module.css";

const GateDialog = lazy(chunk(() => import("~/consent/gate-dialog")));
/** Loaded only for members with missing information. */
const CompletionDialog = lazy(chunk(() => import("~/profile/completion/completion-dialog")));

/** Loaded only with a banner, and for staff and organisers. */
const RarePart = lazy(chunk(() => import("./rare/rare-part")));

const useAside = () => asideOf(useMatches().map(({ data }) => data));

/**
 * The address to return to after the login dialog, when a loader of the page asked for it; null when none did, or
 * when a dialog of the root comes first.
 */
export function useLoginAsked(): string | null {
  const root = useRoot();
  const { here } = useShell();
  const { asksLogin } = useAside();
  return root?.loginFor ?? (asksLogin && !root?.conflict && !root?.gate ? here : null);
}

/** Whether a dialog of the root is open: the screen's dialogs wait for it. */
export function useRootDialog(): boolean {
  const root = useRoot();
  return Boolean(root?.conflict || root?.gate || root?.completion);
}

/**
 * The notices above every page: the flash message, an upstream that is unavailable or left parts out, and the
 * blocking dialogs. Messages lie over the page, so that it does not move.
 */
export function Notices({ loginFor }: { loginFor: string | null }) {
  const root = useRoot();
  const { to, here } = useShell();
  const aside = useAside();
  if (!root) return null;
  return (
    <>
      <div className={`${styles.stack} no-print`} data-private="">
        {root.degraded ? (
          <Notice warning>部分服务暂时不可用，你看到的可能是未登录的页面，请稍后刷新。</Notice>
        ) : null}
        {aside.leftOut && !root.degraded ? (
          <Notice warning>
            这一页有的部分暂时看不了（跟踪号 {aside.leftOut}），<a href={here}>重新加载</a>
          </Notice>
        ) : null}
        {root.notice ? (
          <Notice key={root.notice + (root.undo?.submissionId ?? "")} stays={root.undo !== null}>
            {root.notice}
            {root.undo ? (
              <Suspense>
                <RarePart undo={root.undo} back={here} />
              </Suspense>
            ) : null}
          </Notice>
        ) : null}
        {root.problem ? (
          <Notice key={root.problem} warning role="alert">
            {root.problem}
          </Notice>
        ) : null}
      </div>
      {root.banner ? (
        <Suspense>
          <RarePart banner={root.banner} />
        </Suspense>
      ) : null}
      {root.me?.closingAt ? (
        <p className={styles.standing} role="status">
          <Icon name="alert-circle" />
          <span>
            你的账号将于 {formatDay(root.me.closingAt)} 注销，
            <Link to={to(paths.setting("close"))}>查看或撤销</Link>
          </span>
        </p>
      ) : null}
      {root.seeing ? (
        <Suspense>
          <RarePart seeing={root.seeing} />
        </Suspense>
      ) : null}
      {root.conflict ? <SessionConflictDialog /> : null}
      {loginFor ? <LoginDialog redirect={loginFor} thenDone={root.pressed} /> : null}
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
    </>
  );
}

/**
 * A message over the page. A success disappears after some time; a warning stays until it is closed, also without
 * JavaScript.
 */
function Notice({
  children,
  warning,
  stays,
  role = "status",
}: {
  children: ReactNode;
  warning?: boolean;
  /** Stays until it is closed, because it has a button. */
  stays?: boolean;
  role?: "status" | "alert";
}) {
  return (
    <div className={styles.notice} data-kind={warning ? "warning" : stays ? "stays" : undefined}>
      <Icon name={warning ? "alert-circle" : "circle-check"} />
      <div role={role}>{children}</div>
      <label>
        <input type="checkbox" className="visually-hidden" />
        <Icon name="x" label="收起提示" />
      </label>
    </div>
  );
}

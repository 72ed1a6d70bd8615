import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { EmptyState } from "~/ui/empty-state";
import { type Failure, failureIn } from "./failure";
import { roomOf } from "./room";

let setReplaced = () => {};
/**
 * Resolves when the error page has replaced the failed screen. Only then has Remix removed the screen's style sheets. A
 * chunk that loads earlier counts them as present, and then shows its form without them.
 */
const replaced = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      setReplaced = resolve;
    });

/** Few people ever load it. */
const ConfirmForm = lazy(
  chunk(async () => {
    await replaced;
    const { ConfirmForm } = await import("~/confirmation/confirm-form");
    return { default: ConfirmForm };
  }),
);

/** Few pages fail after a form was posted, and the form kit's parts weigh on all others. */
const UnsavedText = lazy(
  chunk(async () => {
    await replaced;
    const { UnsavedText } = await import("./unsaved-text");
    return { default: UnsavedText };
  }),
);

const titles: Record<Failure["kind"], string> = {
  login: "请先登录",
  confirm: "请再次确认身份",
  forbidden: "没有权限",
  notFound: "页面不存在",
  refused: "无法完成",
  unavailable: "服务暂时不可用",
  timeout: "等待超时",
  mismatch: "数据有误",
  broken: "出错了",
};

/** The error page of every screen whose loader or action failed: the shell stays, and the text says what to do. */
export function ScreenError() {
  const error = useRouteError();
  const { to, here } = useShell();
  useEffect(() => setReplaced(), []);
  const conflict = useRoot()?.conflict;
  const failure = failureIn(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const title = failure
    ? titles[failure.kind]
    : status === 404
      ? titles.notFound
      : status === 405
        ? "不支持的操作"
        : "出错了";
  const message =
    failure?.message ??
    (status === 404 ? "这个页面不存在，可能已被移动或删除" : "页面没能显示出来，请稍后再试");
  const upstream = status >= 500;
  const room = roomOf(here);
  if (failure?.confirming)
    return (
      <Suspense>
        <ConfirmForm {...failure.confirming} />
      </Suspense>
    );
  return (
    <>
      <EmptyState page title={title} text={message}>
        {failure?.kind === "login" ? (
          <a className="button" data-primary href={paths.login(here)}>
            去登录
          </a>
        ) : null}
        {upstream ? (
          <a className="button" data-primary href={here}>
            重新加载
          </a>
        ) : null}
        {room && failure?.kind !== "login" ? (
          <Link className="button" to={to(room.path)}>
            去{room.name}
          </Link>
        ) : null}
        <Link className="button" to={to(paths.forum())}>
          回到论坛
        </Link>
      </EmptyState>
      {failure?.unsaved ? (
        <Suspense>
          <UnsavedText unsaved={failure.unsaved} />
        </Suspense>
      ) : null}
      {upstream && failure ? (
        <p style={{ textAlign: "center", color: "var(--ink-faint)" }}>跟踪号 {failure.traceId}</p>
      ) : null}
      {failure?.kind === "login" && !conflict ? <LoginDialog redirect={here} /> : null}
    </>
  );
}

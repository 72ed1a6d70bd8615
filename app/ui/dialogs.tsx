import { Link } from "@remix-run/react";
import { sessionConflict } from "contract/account/constants";
import { browserForumRefusals } from "contract/forum/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { CloseButton, Dialog, DialogButtons } from "./dialog";

/**
 * Asks to sign in, where an action needs a session (spec 4, 8). `keepsPage`: the page has unsaved text, so signing in
 * opens in another tab. `thenDone`: the pressed button's action runs after signing in. `onLeave`: the action's form
 * opens in another tab after signing in; called when that tab opens.
 */
export function LoginDialog({
  redirect,
  keepsPage = false,
  thenDone = false,
  onLeave,
}: {
  redirect: string;
  keepsPage?: boolean;
  thenDone?: boolean;
  onLeave?: () => void;
}) {
  return (
    <Dialog title="登录" signIn={keepsPage}>
      <p>
        {keepsPage
          ? "登录状态已失效。请在新打开的页面登录，再回到这里提交，已写的内容都还在。"
          : thenDone
            ? "请先登录，登录后会回到这里，并自动完成刚才的操作。"
            : onLeave
              ? "请先登录。登录和发帖会在新标签页里打开，这一页还留着。"
              : "请先登录，登录后会回到你要去的页面。"}
      </p>
      <DialogButtons>
        <CloseButton>{keepsPage ? "继续编辑" : "先看看"}</CloseButton>
        <a
          className="button"
          data-primary
          href={paths.login(keepsPage ? paths.signedIn() : redirect)}
          target={keepsPage || onLeave ? "_blank" : undefined}
          onClick={onLeave}
          rel="noopener"
        >
          去登录
        </a>
      </DialogButtons>
    </Dialog>
  );
}

/** The session was replaced by another sign-in (spec 8). Confirming signs out. */
export function SessionConflictDialog() {
  const { to } = useShell();
  return (
    <Dialog title="提示" dismissible={false}>
      <p>{sessionConflict.message}</p>
      <DialogButtons>
        <a className="button" data-primary href={paths.logout(to(paths.forum()))}>
          确定
        </a>
      </DialogButtons>
    </Dialog>
  );
}

/** Posting and replying need a bound phone (spec 8). */
export function PhoneDialog() {
  const { to } = useShell();
  return (
    <Dialog title="提示">
      <p>{browserForumRefusals.PHONE_NOT_BOUND.message}</p>
      <DialogButtons>
        <CloseButton>关闭</CloseButton>
        <Link className="button" data-primary to={to(paths.bindPhone())}>
          确认
        </Link>
      </DialogButtons>
    </Dialog>
  );
}

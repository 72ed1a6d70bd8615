import { Link, useNavigate } from "@remix-run/react";
import { type PrivacyId, privacyTitles } from "contract/privacy/constants";
import { FormToken } from "~/forms/field-parts";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { CloseButton, Dialog, DialogButtons } from "~/ui/dialog";
import styles from "./consent.module.css";
import { DeclarationText } from "./declaration-text";
import type { Declaration } from "./gate.server";
import { useSign } from "./use-sign";

/** The address of the question that confirms a refusal. */
const refusing = (here: string) => withQuery(here, "policy", "refuse");

function Hidden({ declaration, back }: { declaration: Declaration; back: string }) {
  return (
    <>
      <FormToken />
      <input type="hidden" name="privacyId" value={declaration.privacyId} />
      <input type="hidden" name="version" value={declaration.version} />
      <input type="hidden" name="back" value={back} />
    </>
  );
}

/** A policy that blocks everything until it is accepted; Escape, closing and 拒绝 all refuse it (spec 4). */
export function PolicyDialog({ declaration, next }: { declaration: Declaration; next: PrivacyId | null }) {
  const { here } = useShell();
  const navigate = useNavigate();
  const { post, posting, problem } = useSign();
  const title = privacyTitles[declaration.privacyId];
  const refuse = refusing(here);
  return (
    <Dialog
      id={declaration.privacyId}
      title={title}
      onEscape={() => navigate(refuse, { replace: true, preventScrollReset: true })}
    >
      <DeclarationText declaration={declaration} title={title} />
      {problem ? <p role="alert">{problem}</p> : null}
      {next ? <p className={styles.next}>之后还有一份《{privacyTitles[next]}》。</p> : null}
      <form method="post" action={paths.privacy()} onSubmit={post}>
        <Hidden declaration={declaration} back={here} />
        <DialogButtons>
          <Link className="button" to={refuse} replace preventScrollReset prefetch="none">
            拒绝
          </Link>
          <button
            type="submit"
            className="button"
            data-primary
            name="intent"
            value="accept"
            disabled={posting}
          >
            同意
          </button>
        </DialogButtons>
      </form>
      <Link
        className={styles.close}
        to={refuse}
        replace
        preventScrollReset
        prefetch="none"
        aria-label="关闭"
        title="关闭"
      >
        ×
      </Link>
    </Dialog>
  );
}

/** Confirms a refusal, which ends the session (spec 8). */
export function RefusalDialog({ declaration }: { declaration: Declaration }) {
  const { here } = useShell();
  const navigate = useNavigate();
  const back = withQuery(here, "policy", null);
  return (
    <Dialog title="提示" onEscape={() => navigate(back, { replace: true, preventScrollReset: true })}>
      <p>您选择拒绝同意此政策，系统将注销您的登录，您仅能以访客身份浏览系统页面，是否继续此操作？</p>
      <form method="post" action={paths.privacy()}>
        <Hidden declaration={declaration} back={back} />
        <DialogButtons>
          <Link className="button" to={back} replace preventScrollReset prefetch="none">
            取消
          </Link>
          <button type="submit" className="button" data-primary name="intent" value="refuse">
            继续
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/**
 * Used when a form is shown again: the policy opens in another tab, because accepting it here would reload the page
 * and lose the typed text.
 */
export function PolicyBesideDialog({ declaration }: { declaration: Declaration }) {
  const { here } = useShell();
  return (
    <Dialog title={privacyTitles[declaration.privacyId]}>
      <p>
        请先在新打开的页面阅读并同意{privacyTitles[declaration.privacyId]}，再回到这里提交，已写的内容都还在。
      </p>
      <DialogButtons>
        <CloseButton>继续编辑</CloseButton>
        <a className="button" data-primary href={here} target="_blank" rel="noopener">
          去阅读
        </a>
      </DialogButtons>
    </Dialog>
  );
}

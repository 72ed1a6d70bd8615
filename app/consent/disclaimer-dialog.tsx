import { privacyTitles } from "contract/privacy/constants";
import { FormToken } from "~/forms/field-parts";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { CloseButton, Dialog, DialogButtons } from "~/ui/dialog";
import { DeclarationText } from "./declaration-text";
import type { Declaration } from "./gate.server";
import { signIntent } from "./sign";
import { useSign } from "./use-sign";

interface DisclaimerDialogProps {
  /** The result of `pendingDisclaimer`. */
  declaration: Declaration;
  /**
   * The form on the page whose typed values must be kept without JavaScript: its id and its button's intent. The
   * screen's `screenAction` then returns the form. Without it the page is loaded again.
   */
  form?: { id: string; intent: string };
}

/**
 * The disclaimer before an action that needs it (spec 4): the action is blocked until it is accepted. Accepting shows
 * 签署成功 and closes the dialog, rejecting only closes it. Its React key must change with each refusal, so that it opens
 * again.
 */
export function DisclaimerDialog({ declaration, form }: DisclaimerDialogProps) {
  const { here } = useShell();
  const { post, posting, problem } = useSign();
  const title = privacyTitles.Disclaimer;
  const own = `sign-${declaration.privacyId}`;
  return (
    <Dialog id={declaration.privacyId} title={title}>
      <DeclarationText declaration={declaration} title={title} />
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post" action={paths.privacy()} id={own} onSubmit={post}>
        <FormToken />
        <input type="hidden" name="privacyId" value={declaration.privacyId} />
        <input type="hidden" name="version" value={declaration.version} />
        <input type="hidden" name="back" value={withQuery(here, "disclaimer", null)} />
        {/* The button belongs to the other form and cannot send the intent here. */}
        {form ? <input type="hidden" name="intent" value="accept" /> : null}
      </form>
      <DialogButtons>
        <CloseButton>拒绝</CloseButton>
        {form ? (
          <button
            type="submit"
            className="button"
            data-primary
            form={form.id}
            formNoValidate
            name="intent"
            value={signIntent(form.intent, declaration.version)}
            disabled={posting}
            // With JavaScript the page and its typed text stay.
            onClick={(event) => {
              event.preventDefault();
              document.querySelector<HTMLFormElement>(`#${own}`)?.requestSubmit();
            }}
          >
            同意
          </button>
        ) : (
          <button
            type="submit"
            className="button"
            data-primary
            form={own}
            name="intent"
            value="accept"
            disabled={posting}
          >
            同意
          </button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** The disclaimer opened from the footer, only for reading: its button is 关闭 (spec 4). */
export function DisclaimerView({ declaration, onClose }: { declaration: Declaration; onClose: () => void }) {
  const title = privacyTitles.Disclaimer;
  return (
    <Dialog id={declaration.privacyId} title={title} onEscape={onClose}>
      <DeclarationText declaration={declaration} title={title} />
      <DialogButtons>
        <CloseButton>关闭</CloseButton>
      </DialogButtons>
    </Dialog>
  );
}

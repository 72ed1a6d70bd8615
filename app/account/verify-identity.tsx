import { Link, useActionData, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { failureOf } from "~/forms/result";
import { useShell } from "~/navigation/use-shell";
import { DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import { CodeField } from "./code-fields";
import styles from "./verification.module.css";
import type { IdentityCheck } from "./verify-identity.server";
import { sendIntent, verifyIntent } from "./verify-identity-intents";

const names = { phone: "手机号", email: "邮箱" };

interface VerifyIdentityProps {
  check: IdentityCheck;
  /** The page for cancelling. */
  back: string;
  /** The label of the button that continues. */
  proceed: string;
  danger?: boolean;
  /** More fields of the form. */
  children?: ReactNode;
}

/**
 * Asks for a code that proves the member's identity (spec 4, identity verification), sent to their phone or email. It
 * posts to the page around it, whose action uses `identityIntents`.
 */
export function VerifyIdentity({ check, back, proceed, danger = false, children }: VerifyIdentityProps) {
  const answer = useActionData();
  const failure = failureOf(answer, sendIntent) ?? failureOf(answer, verifyIntent);
  const busy = useNavigation().state === "submitting";
  const { here } = useShell();
  const form = useScreenForm({ id: "identity", intent: verifyIntent, failure });
  const name = names[check.channel];
  if (!check.contact)
    return (
      <>
        <p>账号还没有绑定手机号或邮箱，无法验证身份，请联系我们处理。</p>
        <DialogButtons>
          <Link className="button" to={back} preventScrollReset>
            返回
          </Link>
        </DialogButtons>
      </>
    );
  return (
    <FieldProvider>
      <ScreenForm of={form} action={here} className={styles.form} preventScrollReset replace>
        {danger ? <NoDefaultButton /> : <EnterButton intent={verifyIntent} />}
        <p className={styles.contact}>
          <span>
            为确认是你本人，验证码会发到{name} <strong>{check.contact}</strong>
          </span>
          {check.other ? <SwitchChannel to={check.other} /> : null}
        </p>
        <CodeField state={check} intent={sendIntent} />
        {children}
        <DialogButtons>
          <Link className="button" to={back} preventScrollReset>
            取消
          </Link>
          <button
            type="submit"
            className="button"
            name="intent"
            value={verifyIntent}
            disabled={busy}
            {...(danger ? { "data-danger": true } : { "data-primary": true })}
          >
            {proceed}
          </button>
        </DialogButtons>
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </ScreenForm>
    </FieldProvider>
  );
}

/** A link to verify by the other contact, on the same page. */
function SwitchChannel({ to }: { to: "phone" | "email" }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set("by", to);
  return (
    <Link to={`${pathname}?${query}`} preventScrollReset replace>
      改用{names[to]}验证
    </Link>
  );
}

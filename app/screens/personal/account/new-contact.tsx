import { Link, useActionData, useNavigation } from "@remix-run/react";
import { emailMax, phoneLength } from "contract/account/constants";
import { CodeField, ContactField } from "~/account/code-fields";
import type { CodeState } from "~/account/codes.server";
import styles from "~/account/verification.module.css";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { failureOf } from "~/forms/result";
import { useShell } from "~/navigation/use-shell";
import { DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import { changeIntent, sendNewIntent } from "./intents";

interface NewContactProps {
  change: "phone" | "email";
  code: CodeState & { value: string };
  back: string;
}

/** The change dialog's form (spec 5.5): the new phone or email, and the code that goes to it. */
export function NewContactForm({ change, code, back }: NewContactProps) {
  const answer = useActionData();
  const failure = failureOf(answer, sendNewIntent) ?? failureOf(answer, changeIntent);
  const busy = useNavigation().state === "submitting";
  const { here } = useShell();
  const form = useScreenForm({
    id: "change",
    intent: changeIntent,
    failure,
    defaultValue: { phone: code.value, email: code.value },
  });
  return (
    <FieldProvider>
      <ScreenForm of={form} action={here} className={styles.form} preventScrollReset replace>
        <EnterButton intent={changeIntent} />
        {change === "phone" ? (
          <ContactField
            name="phone"
            label="新手机号"
            before="+86"
            maxLength={phoneLength}
            inputMode="tel"
            autoComplete="tel-national"
          />
        ) : (
          <ContactField
            name="email"
            label="新邮箱"
            maxLength={emailMax}
            inputMode="email"
            autoComplete="email"
          />
        )}
        <CodeField state={code} intent={sendNewIntent} />
        <DialogButtons>
          <Link className="button" to={back} preventScrollReset>
            取消
          </Link>
          <button
            type="submit"
            className="button"
            data-primary
            name="intent"
            value={changeIntent}
            disabled={busy}
          >
            确定
          </button>
        </DialogButtons>
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </ScreenForm>
    </FieldProvider>
  );
}

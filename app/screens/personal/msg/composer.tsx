import { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { Person } from "contract/base/shapes";
import { innerMessageMax } from "contract/messages/constants";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { TextAreaField } from "~/forms/text-area-field";
import { useScreenForm } from "~/forms/use-screen-form";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog, PhoneDialog } from "~/ui/dialogs";
import type { InnerMessageShape } from "./inner-message.schema";
import styles from "./msg.module.css";

/**
 * Writes to somebody: a form before JavaScript, without a reload after it. Ctrl+Enter sends, unless letters
 * are being put together.
 */
export default function Composer({ person, submissionId }: { person: Person; submissionId: string }) {
  const { here } = useShell();
  const busy = useNavigation().formData?.get("intent") === "send";
  const { form, fields, failure, onFocus } = useScreenForm<InnerMessageShape>({
    id: "inner-message",
    intent: "send",
    loadValidate: () => import("./inner-message.schema"),
  });
  const unsavedText = failure?.result.initialValue?.submissionId;
  return (
    <Form
      method="post"
      preventScrollReset
      replace
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        event.currentTarget.requestSubmit(
          event.currentTarget.querySelector<HTMLButtonElement>("button[value=send]"),
        );
      }}
      {...getFormProps(form)}
    >
      <FormToken />
      <input
        type="hidden"
        name="submissionId"
        value={typeof unsavedText === "string" ? unsavedText : submissionId}
      />
      <FormProblems id={form.errorId} errors={form.errors} />
      <TextAreaField
        field={fields.text}
        label={`发给 ${person.nickName}`}
        hint={
          <>
            纯文本，最多 {innerMessageMax.toLocaleString("en-US")} 个字符
            <span className="needs-keys">；Ctrl+Enter 发送</span>
          </>
        }
        rows={3}
      />
      <p className={styles.send}>
        <button type="submit" className="button" data-primary name="intent" value="send" disabled={busy}>
          {busy ? "正在发送…" : "发送"}
        </button>
      </p>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      {failure?.dialog === "phone" ? <PhoneDialog /> : null}
    </Form>
  );
}

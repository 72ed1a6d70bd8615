import { useNavigation } from "@remix-run/react";
import type { Person } from "contract/base/shapes";
import { innerMessageMax } from "contract/messages/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog, PhoneDialog } from "~/ui/dialogs";
import type { InnerMessageShape } from "./inner-message.schema";
import styles from "./msg.module.css";

/**
 * The form that sends a private message. It works before JavaScript; with JavaScript it sends without a reload.
 * Ctrl+Enter sends, except while an input method is composing characters.
 */
export default function Composer({ person, submissionId }: { person: Person; submissionId: string }) {
  const { here } = useShell();
  const busy = useNavigation().formData?.get("intent") === "send";
  const message = useScreenForm<InnerMessageShape>({
    id: "inner-message",
    intent: "send",
    loadValidate: () => import("./inner-message.schema"),
  });
  const { fields, failure } = message;
  return (
    <ScreenForm
      of={message}
      submissionId={submissionId}
      preventScrollReset
      replace
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        event.currentTarget.requestSubmit(
          event.currentTarget.querySelector<HTMLButtonElement>("button[value=send]"),
        );
      }}
    >
      <TextArea
        name={fields.text.name}
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
    </ScreenForm>
  );
}

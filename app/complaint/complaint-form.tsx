import { Link, useNavigation } from "@remix-run/react";
import { complaintReasons, complaintTextMax } from "contract/feedback/constants";
import type { Ref } from "react";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import styles from "./complaint.module.css";
import type { ComplaintShape } from "./complaint.schema";
import type { Complaint } from "./complaint.server";

export interface ComplaintFormProps {
  complaint: Complaint;
  submissionId: string;
  /** The page for cancelling; the form's own page has none. */
  back?: string | undefined;
  deviceId: string;
  formRef: Ref<HTMLFormElement>;
}

/** The complaint form without the frame: before JavaScript, and when the frame fails to open. */
export function ComplaintForm({ complaint, submissionId, back, deviceId, formRef }: ComplaintFormProps) {
  const { to } = useShell();
  const busy = useNavigation().state === "submitting";
  const complaintForm = useScreenForm<ComplaintShape>({
    id: "complaint",
    intent: "complain",
    loadValidate: () => import("./complaint.schema"),
  });
  const { fields, failure } = complaintForm;
  const { contentTitle, postURL } = complaint.context.additionalContext;
  const here = to(complaint.path);
  return (
    <FieldProvider>
      <ScreenForm
        of={complaintForm}
        ref={formRef}
        action={here}
        className={styles.form}
        submissionId={submissionId}
      >
        <input type="hidden" name="deviceId" value={deviceId} />
        {postURL ? (
          <p className={styles.about}>投诉的内容：{contentTitle || postURL}</p>
        ) : (
          <TextField
            name={fields.address.name}
            label="被投诉内容的地址（可不填）"
            hint="把那个页面的网址贴在这里，我们能更快找到它"
            autoComplete="off"
          />
        )}
        <SelectField name={fields.reason.name} label="投诉原因">
          <option value="">请选择</option>
          <Options of={complaintReasons} />
        </SelectField>
        <TextArea
          name={fields.text.name}
          label="情况说明"
          hint={`哪里有问题、依据是什么。最多 ${complaintTextMax} 字`}
          rows={5}
        />
        <TextField
          name={fields.contact.name}
          label="联系方式（可不填）"
          hint="手机号或邮箱，只用来就这次投诉联系你"
          autoComplete="off"
        />
        <div className={styles.buttons}>
          {back ? (
            <Link className="button" to={back} preventScrollReset>
              取消
            </Link>
          ) : null}
          <button
            type="submit"
            className="button"
            data-primary
            name="intent"
            value="complain"
            disabled={busy}
          >
            {busy ? "正在提交…" : "提交投诉"}
          </button>
        </div>
      </ScreenForm>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </FieldProvider>
  );
}

import { getFormProps } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { complaintReasons, complaintTextMax } from "contract/feedback/constants";
import type { Ref } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { SelectField, TextField } from "~/forms/fields";
import { TextAreaField } from "~/forms/text-area-field";
import { useScreenForm } from "~/forms/use-screen-form";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import styles from "./complaint.module.css";
import type { ComplaintShape } from "./complaint.schema";
import type { Complaint } from "./complaint.server";

export interface ComplaintFormProps {
  complaint: Complaint;
  submissionId: string;
  /** Where giving it up leads; on its own page there is nowhere to go back to. */
  back?: string | undefined;
  deviceId: string;
  formRef: Ref<HTMLFormElement>;
}

/** A complaint without the frame: before JavaScript, and where the frame does not open. */
export function ComplaintForm({ complaint, submissionId, back, deviceId, formRef }: ComplaintFormProps) {
  const { to } = useShell();
  const busy = useNavigation().state === "submitting";
  const { form, fields, failure, onFocus } = useScreenForm<ComplaintShape>({
    id: "complaint",
    intent: "complain",
    loadValidate: () => import("./complaint.schema"),
  });
  const { contentTitle, postURL } = complaint.context.additionalContext;
  const before = failure?.result.initialValue?.submissionId;
  const here = to(complaint.path);
  return (
    <>
      <Form
        ref={formRef}
        method="post"
        action={here}
        className={styles.form}
        onFocus={onFocus}
        {...getFormProps(form)}
      >
        <FormToken />
        <input type="hidden" name="submissionId" value={typeof before === "string" ? before : submissionId} />
        <input type="hidden" name="deviceId" value={deviceId} />
        <FormProblems id={form.errorId} errors={form.errors} />
        {postURL ? (
          <p className={styles.about}>投诉的内容：{contentTitle || postURL}</p>
        ) : (
          <TextField
            field={fields.address}
            label="被投诉内容的地址（可不填）"
            hint="把那个页面的网址贴在这里，我们能更快找到它"
            autoComplete="off"
          />
        )}
        <SelectField field={fields.reason} label="投诉原因">
          <option value="">请选择</option>
          {Object.entries(complaintReasons).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          field={fields.text}
          label="情况说明"
          hint={`哪里有问题、依据是什么。最多 ${complaintTextMax} 字`}
          rows={5}
        />
        <TextField
          field={fields.contact}
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
      </Form>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </>
  );
}

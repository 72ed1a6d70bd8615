import { revokeReasonMax } from "contract/training/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import type { FormFailure } from "~/forms/result";
import styles from "./certificate.module.css";

/** The form that revokes a certificate. Its page shows the reason from then on. */
export function Revoke({ failure }: { failure: FormFailure | undefined }) {
  const form = useScreenForm({ id: "revoke", intent: "revoke", failure });
  return (
    <details className={`surface ${styles.choice} no-print`} open={failure !== undefined}>
      <summary>撤销这张证书</summary>
      <ScreenForm of={form}>
        <TextArea
          id="reason"
          name="reason"
          label="撤销原因"
          hint="会写在证书的页面上，撤销后不能恢复。"
          rows={3}
          maxLength={revokeReasonMax}
        />
        <button type="submit" className="button" data-danger name="intent" value="revoke">
          撤销
        </button>
      </ScreenForm>
    </details>
  );
}

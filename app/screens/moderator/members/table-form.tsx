import { CheckboxField } from "~/forms/inputs/checkbox-field";
import type { FormFailure } from "~/forms/result";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import styles from "../module/module.module.css";

/** The form that enters a table of the listed members in the log, so that it can be downloaded. */
export function TableForm({ failure, total }: { failure: FormFailure | undefined; total: number }) {
  return (
    <Fold title={`把这 ${total} 人导出为表格（CSV）`} open={failure !== undefined}>
      <ModerationForm
        id="table"
        asks={["table"]}
        failure={failure}
        label="导出用户名单"
        className={styles.box}
      >
        <ReasonField hint="要名单做什么；和筛选条件、人数一起记进管理日志" />
        <CheckboxField name="contacts" label="带上手机号和邮箱" hint="平时不带；带上时会再问一次" />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="table">
            准备名单
          </button>
        </p>
      </ModerationForm>
    </Fold>
  );
}

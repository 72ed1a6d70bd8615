import { minuteOf } from "contract/base/time";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

/** The form that moves the end of signing up, or ends it now. A later time opens it again. */
export function DeadlineForm({
  until,
  moved,
  closed,
}: {
  until: string;
  moved: FormFailure | undefined;
  closed: FormFailure | undefined;
}) {
  const now = useScreenForm({ id: "close", intent: "close", failure: closed });
  const form = useScreenForm({
    id: "deadline",
    intent: "deadline",
    failure: moved,
    defaultValue: { until: minuteOf(until).replace(" ", "T") },
  });
  return (
    <section className={styles.part} aria-labelledby="deadline-title">
      <h2 id="deadline-title">报名截止</h2>
      <p className={styles.intro}>
        可以提前截止，也可以延长，最晚到活动结束；截止以后改成更晚的时间，报名又开放。已经报名的人不受影响。
      </p>
      <ScreenForm of={form} className={styles.line} preventScrollReset>
        <TextField name="until" label="截止时间" hint="北京时间" type="datetime-local" />
        <button type="submit" className="button" name="intent" value="deadline">
          保存截止时间
        </button>
      </ScreenForm>
      <ScreenForm of={now} preventScrollReset>
        <button type="submit" className="button" name="intent" value="close">
          现在就截止
        </button>
      </ScreenForm>
    </section>
  );
}

import type { CallResponse } from "contract";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { weekWords } from "~/training/week-words";
import styles from "./study.module.css";

type Week = CallResponse<"personalStudyInfo">["week"];

const choices = [
  ["", "不设计划"],
  ...Array.from({ length: 7 }, (_, at) => [String(at + 1), `每周 ${at + 1} 天`]),
] as [string, string][];

/** How the week goes, and on how many days of a week the member wants to study. */
export function StudyPlan({ week }: { week: Week }) {
  const form = useScreenForm({
    id: "plan",
    intent: "plan",
    defaultValue: { days: week ? String(week.plan) : "" },
  });
  return (
    <section className={`${styles.part} no-print`} aria-labelledby="plan-title">
      <h2 id="plan-title">每周计划</h2>
      {week ? <p className={styles.week}>{weekWords(week)}</p> : null}
      <FieldProvider>
        <ScreenForm of={form} className={styles.plan} preventScrollReset>
          <SelectField
            id="days"
            name="days"
            label="每周学几天"
            hint="看课、做练习或考试的日子算一天，按北京时间，周一到周日。只有你自己看得到，也不会发提醒。"
          >
            <Options of={choices} />
          </SelectField>
          <button type="submit" className="button" name="intent" value="plan">
            保存
          </button>
        </ScreenForm>
      </FieldProvider>
    </section>
  );
}

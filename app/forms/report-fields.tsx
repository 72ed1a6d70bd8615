import { reportTextMax } from "contract/base/constants";
import { problem, typed } from "./field-parts";

const reasons = [
  ["spam", "广告或灌水"],
  ["abuse", "辱骂或人身攻击"],
  ["illegal", "违法违规内容"],
  ["infringement", "抄袭或侵权"],
  ["other", "其他"],
] as const;

/** What each reason is called. */
export const reportReasons = Object.fromEntries(reasons) as Record<(typeof reasons)[number][0], string>;

interface ReportFieldsProps {
  errors: Record<string, string[] | null>;
  /** What was typed before. */
  before: Record<string, unknown>;
}

/** What every report asks: a reason, and in one's own words what is wrong. */
export function ReportFields({ errors, before }: ReportFieldsProps) {
  return (
    <>
      <fieldset aria-describedby={errors.reason ? "report-reason" : undefined}>
        <legend>举报原因</legend>
        {reasons.map(([value, name], index) => (
          <label key={value}>
            <input
              type="radio"
              name="reason"
              value={value}
              defaultChecked={before.reason === value}
              data-wrong={errors.reason && index === 0 ? "" : undefined}
            />
            {name}
          </label>
        ))}
        <p id="report-reason">{problem(errors.reason ?? undefined)}</p>
      </fieldset>
      <label htmlFor="report-text">补充说明（选填）</label>
      <textarea
        id="report-text"
        name="text"
        rows={3}
        maxLength={reportTextMax}
        defaultValue={typed(before.text)}
        aria-invalid={errors.text ? true : undefined}
        aria-describedby={errors.text ? "report-problem" : undefined}
      />
      <p id="report-problem">{problem(errors.text ?? undefined)}</p>
    </>
  );
}

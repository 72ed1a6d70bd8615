import { reportTextMax } from "contract/base/constants";
import { TextArea } from "./form/text-area";
import { RadioGroup } from "./inputs/choices-field";

const reasons = [
  ["spam", "广告或灌水"],
  ["abuse", "辱骂或人身攻击"],
  ["illegal", "违法违规内容"],
  ["infringement", "抄袭或侵权"],
  ["other", "其他"],
] as const;

/** The label of each reason. */
export const reportReasons = Object.fromEntries(reasons) as Record<(typeof reasons)[number][0], string>;

/** The fields of every report: a reason, and an optional explanation. */
export function ReportFields() {
  return (
    <>
      <RadioGroup name="reason" label="举报原因" options={reasons} layout="stacked" />
      <TextArea name="text" label="补充说明（选填）" rows={3} maxLength={reportTextMax} />
    </>
  );
}

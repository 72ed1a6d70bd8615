import { reasonMax } from "contract/moderation/fields";
import { TextField } from "~/forms/inputs/text-field";

/** Reasons that are given again and again; whoever moderates writes their own as well. */
const reasonTemplates = [
  "违反版规",
  "广告或推广",
  "与版块主题无关",
  "重复发帖",
  "人身攻击或不友善",
  "内容涉嫌侵权",
  "标题不清楚，请修改后再发",
  "内容优质，推荐给大家",
];

interface Props {
  label?: string;
  /** Who reads it. */
  hint?: string;
  /** The id of the list of reasons that are given again and again; where none fits there is none. */
  templates?: string;
}

/** Why a moderator does something: the field that their forms have alike. */
export function ReasonField({ label = "理由", hint, templates }: Props) {
  return (
    <>
      <TextField name="reason" label={label} hint={hint} maxLength={reasonMax} list={templates} />
      {templates === undefined ? null : <ReasonTemplates id={templates} />}
    </>
  );
}

function ReasonTemplates({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {reasonTemplates.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

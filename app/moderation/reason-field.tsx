import { reasonMax } from "contract/moderation/fields";
import { TextField } from "~/forms/inputs/text-field";

/** Common reasons; moderators can also write their own. */
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
  /** A hint that says who will read the reason. */
  hint?: string;
  /** The id of the list of common reasons; without it the field has no list. */
  templates?: string;
}

/** The field for the reason of a moderator's action, the same in all their forms. */
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

import { reasonMax } from "contract/moderation/fields";
import { PlainInput } from "~/forms/plain-field";

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
  /** The value and the problem of the field of this name. */
  back(name: string): { value: string | undefined; errors: string[] | null | undefined };
}

/** Why a moderator does something: the field that their forms have alike. */
export function ReasonField({ label = "理由", hint, templates, back }: Props) {
  const { value, errors } = back("reason");
  return (
    <>
      <PlainInput
        label={label}
        errors={errors}
        name="reason"
        maxLength={reasonMax}
        defaultValue={value ?? ""}
        {...(hint === undefined ? {} : { hint })}
        {...(templates === undefined ? {} : { list: templates })}
      />
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

import { useActionData } from "@remix-run/react";
import { seeAsMinutes, seenKinds } from "contract/moderation/see-as/constants";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { failureOf } from "~/forms/result";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";

const { person: _, ...nobody } = seenKinds;
const intent = "seeAs";

const says =
  `接下来 ${seeAsMinutes} 分钟里，页面像对方看到的那样，只能看，不能提交；看不到私信、联系方式和账号安全。` +
  "谁看、看谁、什么时候、为什么，都记进管理日志。";

interface Props {
  /** The person as whom; without one, as a visitor or an ordinary member. */
  person?: { uid: number; nickName: string };
  className: string | undefined;
}

/** The form by which an administrator begins to see pages as somebody else. */
export function SeeAsForm({ person, className }: Props) {
  const failure = failureOf(useActionData(), intent);
  const title = person ? `以${person.nickName}的身份查看` : "以访客或普通会员的身份查看";
  return (
    <Fold title={title} open={failure !== undefined}>
      <ModerationForm
        id="see-as"
        asks={[intent]}
        failure={failure}
        label={title}
        hiddenFields={person ? ["as", "uid"] : []}
        className={className}
      >
        <p>{says}</p>
        {person ? (
          <>
            <input type="hidden" name="as" value="person" />
            <input type="hidden" name="uid" value={person.uid} />
          </>
        ) : (
          <SelectField name="as" label="身份">
            <Options of={nobody} />
          </SelectField>
        )}
        <ReasonField hint="为什么要看；记进管理日志" />
        <p>
          <button type="submit" className="button" name="intent" value={intent}>
            开始查看
          </button>
        </p>
      </ModerationForm>
    </Fold>
  );
}

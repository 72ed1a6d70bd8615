import { Link, useActionData, useNavigate } from "@remix-run/react";
import type { CallResponse } from "contract";
import { penaltyKinds, warningsThatMute } from "contract/moderation/penalties";
import { formatWhole } from "~/format/time";
import fieldSheet from "~/forms/fields.module.css?inline";
import { FieldProvider } from "~/forms/inputs/field-provider";
import inputSheet from "~/forms/inputs/inputs.module.css?inline";
import questionSheet from "~/forms/outcomes/question-box.module.css?inline";
import { failureOfAny } from "~/forms/result";
import moderationSheet from "~/moderation/fields.module.css?inline";
import { RestrictFields, RestrictForm } from "~/moderation/restrict-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { useStylesAlong } from "~/ui/styles-along";
import styles from "./restrict-dialog.module.css";
import sheet from "./restrict-dialog.module.css?inline";

const sheets = import.meta.env.SSR ? sheet + fieldSheet + inputSheet + questionSheet + moderationSheet : "";

interface Props {
  info: CallResponse<"forbiddenInfo">;
  submissionId: string;
}

/** The form in which a moderator acts on the person whose page they read; it is the same as in the moderation area. */
export default function RestrictDialog({ info, submissionId }: Props) {
  useStylesAlong(sheets);
  const { to } = useShell();
  const navigate = useNavigate();
  const failure = failureOfAny(useActionData(), ["restrict"]);
  const { person, barred, warnings, upheld } = info;
  const activePenalties = info.penalties.filter((penalty) => penalty.standing);
  const back = to(paths.user(person.uid));
  return (
    <Dialog
      title={`处理用户 ${person.nickName}`}
      onEscape={() => navigate(back, { preventScrollReset: true })}
    >
      <ul className={styles.record}>
        {activePenalties.map(({ id, kind, until, reason }) => (
          <li key={id}>
            {penaltyKinds[kind]}中，{until ? `到 ${formatWhole(until)}` : "永久"}：{reason}
          </li>
        ))}
        <li>
          {warningsThatMute.withinDays} 天内警告 {warnings} 次，举报成立 {upheld} 次，
          <Link to={to(paths.moderation("forbiddenUser", { uid: person.uid }))} prefetch="none">
            全部记录和备注
          </Link>
        </li>
      </ul>
      {barred ? (
        <>
          <p>不能处理这个用户：{barred}</p>
          <DialogButtons>
            <Link className="button" data-primary to={back} preventScrollReset>
              知道了
            </Link>
          </DialogButtons>
        </>
      ) : (
        <FieldProvider>
          <RestrictForm
            uid={person.uid}
            action={to(paths.moderatePerson(person.uid))}
            submissionId={submissionId}
            failure={failure}
            className={styles.form}
          >
            <RestrictFields />
            <DialogButtons>
              <Link className="button" to={back} preventScrollReset>
                取消
              </Link>
              <button type="submit" className="button" name="intent" value="restrict">
                确定处理
              </button>
            </DialogButtons>
          </RestrictForm>
        </FieldProvider>
      )}
    </Dialog>
  );
}

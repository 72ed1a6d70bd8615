import { messageMax } from "contract/activities/constants";
import { liveStates } from "contract/activities/transitions";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import type { FormFailure } from "~/forms/result";
import { Icon } from "~/ui/icon";
import styles from "../parts/organising.module.css";
import { signupWords } from "../parts/words";

/** The form for a message to all sign-ups, or to those in one state, by notice and mail. */
export function MessageForm({
  states,
  submissionId,
  failure,
}: {
  states: { state: string; count: number }[];
  submissionId: string;
  failure: FormFailure | undefined;
}) {
  const form = useScreenForm({ id: "message-form", intent: "message", failure });
  const countOf = (state: string) => states.find((one) => one.state === state)?.count ?? 0;
  const all = liveStates.reduce((sum, state) => sum + countOf(state), 0);
  return (
    <section className={styles.part} aria-labelledby="message">
      <h2 id="message">通知参加的人</h2>
      <ScreenForm of={form} submissionId={submissionId} className={styles.fields} preventScrollReset>
        <NoDefaultButton />
        <QuestionBox intents={["message"]} />
        <SelectField label="发给" name="state">
          <option value="">全部报名的人（{all}）</option>
          <Options
            of={liveStates.map((state) => [state, `${signupWords[state]}（${countOf(state)}）`] as const)}
          />
        </SelectField>
        <TextArea
          label="内容"
          hint={`站内通知和邮件都会发出，发出后不能撤回；最多 ${messageMax} 字`}
          name="text"
          rows={5}
          maxLength={messageMax}
        />
        <p>
          <button type="submit" className="button" data-primary name="intent" value="message">
            <Icon name="speakerphone" />
            发出通知
          </button>
        </p>
      </ScreenForm>
    </section>
  );
}

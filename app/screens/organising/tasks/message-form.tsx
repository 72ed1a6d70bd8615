import { Form } from "@remix-run/react";
import { messageMax } from "contract/activities/constants";
import { liveStates } from "contract/activities/transitions";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack, PlainField } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { Icon } from "~/ui/icon";
import styles from "../parts/organising.module.css";
import { signupWords } from "../parts/words";

/** A message to all who are signed up, or to those of one state, by notice and mail. */
export function MessageForm({
  states,
  submissionId,
  failure,
}: {
  states: { state: string; count: number }[];
  submissionId: string;
  failure: FormFailure | undefined;
}) {
  const back = (name: string) => givenBack(failure, name);
  const countOf = (state: string) => states.find((one) => one.state === state)?.count ?? 0;
  const all = liveStates.reduce((sum, state) => sum + countOf(state), 0);
  return (
    <section className={styles.part} aria-labelledby="message">
      <h2 id="message">通知参加的人</h2>
      <Form method="post" className={styles.fields} preventScrollReset>
        <NoDefaultButton />
        <FormToken />
        <input type="hidden" name="submissionId" value={back("submissionId").value ?? submissionId} />
        <FormProblems id="message-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <QuestionBox intents={["message"]} />
        <PlainField label="发给" errors={back("state").errors}>
          {(control) => (
            <select {...control} name="state" defaultValue={back("state").value ?? ""}>
              <option value="">全部报名的人（{all}）</option>
              {liveStates.map((state) => (
                <option key={state} value={state}>
                  {signupWords[state]}（{countOf(state)}）
                </option>
              ))}
            </select>
          )}
        </PlainField>
        <PlainField
          label="内容"
          hint={`站内通知和邮件都会发出，发出后不能撤回；最多 ${messageMax} 字`}
          errors={back("text").errors}
        >
          {(control) => (
            <textarea
              {...control}
              className="plain-input"
              name="text"
              rows={5}
              maxLength={messageMax}
              defaultValue={back("text").value ?? ""}
            />
          )}
        </PlainField>
        <p>
          <button type="submit" className="button" data-primary name="intent" value="message">
            <Icon name="speakerphone" />
            发出通知
          </button>
        </p>
      </Form>
    </section>
  );
}

import { useField } from "@conform-to/react";
import { Link, useActionData, useNavigation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { realNameMax } from "contract/activities/constants";
import type { ProofState } from "~/activities/proof.server";
import { ProofFields } from "~/activities/proof-fields";
import { placeOf, spanOf } from "~/activities/words";
import { problem } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { AnswerFields, type ShownField } from "./answer-fields";
import { type Answers, answerValues } from "./answers";
import { CategoryField } from "./category-field";
import styles from "./register.module.css";

interface RegisterFormProps {
  registration: CallResponse<"activityRegistration">;
  fields: ShownField[];
  name: string;
  answers: Answers;
  proof: ProofState | null;
  changes: boolean;
  chosen?: string | undefined;
  submissionId: string;
}

/** The form of a sign-up: the activity's fields, a contact, and the consent to the activities' privacy policy. */
export function RegisterForm(props: RegisterFormProps) {
  const { registration, fields, name, answers, proof, changes, chosen, submissionId } = props;
  const { activity, bound } = registration;
  const { here, to } = useShell();
  const busy = useNavigation().state === "submitting";
  const answer = useActionData();
  const intent = changes ? "change" : "signup";
  const failure = failureOf(answer, intent) ?? failureOf(answer, "send") ?? failureOf(answer, "again");
  const before = failure?.result.initialValue;
  const form = useScreenForm({
    id: "register",
    intent,
    failure,
    defaultValue: {
      name,
      category: chosen,
      wait: changes ? undefined : "1",
      contact: proof?.contact,
      ...answerValues(fields, answers),
    },
  });
  const sameVersion = !before || before.policyVersion === registration.policy?.version;
  return (
    <div className={styles.page}>
      <header className={`surface ${styles.head}`}>
        <h1>{changes ? "修改报名" : "报名"}</h1>
        <p className={styles.lead}>
          <Link to={to(paths.activity(activity.id))}>{activity.title}</Link>
        </p>
        <p className="facts">
          <span>{spanOf(activity)}</span>
          <span>{placeOf(activity)}</span>
        </p>
      </header>
      <FieldProvider>
        <ScreenForm
          of={form}
          submissionId={submissionId}
          encType="multipart/form-data"
          className={`surface ${styles.form}`}
          preventScrollReset
        >
          <EnterButton intent={intent} />
          {failure?.code === "SIGNUP_EXISTS" ? (
            <p className={styles.lead}>
              可以<Link to={to(paths.activityEntry(activity.id))}>查看、修改或取消已有的报名</Link>。
            </p>
          ) : null}
          <CategoryField categories={activity.categories} tells={fields.some(({ of }) => of !== undefined)} />
          <TextField
            id="name"
            name="name"
            label="姓名"
            hint="写在参会凭证上，签到时核对"
            maxLength={realNameMax}
            autoComplete="name"
          />
          <AnswerFields fields={fields} />
          {changes ? null : bound.length > 0 ? (
            <BoundContacts bound={bound} />
          ) : proof ? (
            <ProofFields proof={proof} intents={{ send: "send", again: "again" }} />
          ) : null}
          {changes ? null : <Consent policy={registration.policy} startsEmpty={!sameVersion} />}
          <div className={styles.buttons}>
            <button
              type="submit"
              className="button"
              data-primary
              name="intent"
              value={intent}
              disabled={busy}
            >
              {busy ? "正在提交…" : changes ? "保存修改" : "提交报名"}
            </button>
            <Link
              className="button"
              to={to(changes ? paths.activityEntry(activity.id) : paths.activity(activity.id))}
            >
              返回
            </Link>
          </div>
          {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
        </ScreenForm>
      </FieldProvider>
    </div>
  );
}

interface BoundProps {
  bound: CallResponse<"activityRegistration">["bound"];
}

/** The account's bound contacts, which need no code; notices go to the chosen one. */
function BoundContacts({ bound }: BoundProps) {
  const [{ errors }] = useField("channel");
  const names = { phone: "手机", email: "邮箱" };
  const [only] = bound;
  if (bound.length === 1 && only)
    return (
      <p className={styles.known}>
        <input type="hidden" name="channel" value={only.channel} />
        报名的消息发到你已绑定的{names[only.channel]} {only.masked}，不用再验证。
        {problem(errors)}
      </p>
    );
  return (
    <RadioGroup
      id="channel"
      name="channel"
      label="消息发到"
      preset={only?.channel}
      options={bound.map(({ channel, masked }) => [channel, `${names[channel]} ${masked}`] as const)}
    />
  );
}

interface ConsentProps {
  policy: CallResponse<"activityRegistration">["policy"];
  /** Whether the policy has another version than the one that the visitor agreed to. */
  startsEmpty: boolean;
}

/**
 * The consent to the present version of the policy. When the version changed since the form was opened, the visitor
 * has to agree again.
 */
function Consent({ policy, startsEmpty }: ConsentProps) {
  const { to } = useShell();
  return (
    <div>
      <input type="hidden" name="policyVersion" value={policy?.version ?? ""} />
      <CheckboxField
        key={policy?.version}
        id="agreed"
        name="agreed"
        value="1"
        alsoOf="policyVersion"
        startsEmpty={startsEmpty}
        label={
          <span className={styles.agree}>
            我已阅读并同意
            <a href={to(paths.policy("activeprivacyPolicy"))} target="_blank" rel="noopener">
              {policy?.title || "活动隐私政策"}
            </a>
          </span>
        }
      />
    </div>
  );
}

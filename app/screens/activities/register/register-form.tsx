import { Form, Link, useActionData, useNavigation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { realNameMax } from "contract/activities/constants";
import type { ProofState } from "~/activities/proof.server";
import { ProofFields } from "~/activities/proof-fields";
import { placeOf, spanOf } from "~/activities/words";
import { FormProblems, FormToken, problem, typed } from "~/forms/field-parts";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { AnswerFields, type ShownField } from "./answer-fields";
import type { Answers } from "./answers";
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

/** The form of a sign-up: what the activity asks, a contact, and consent to the activities' privacy policy. */
export function RegisterForm(props: RegisterFormProps) {
  const { registration, fields, name, answers, proof, changes, chosen, submissionId } = props;
  const { activity, bound } = registration;
  const { here, to } = useShell();
  const busy = useNavigation().state === "submitting";
  const answer = useActionData();
  const intent = changes ? "change" : "signup";
  const failure = failureOf(answer, intent) ?? failureOf(answer, "send") ?? failureOf(answer, "again");
  const errors = failure?.result.error ?? {};
  const before = failure?.result.initialValue ?? undefined;
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
      <Form
        method="post"
        encType="multipart/form-data"
        className={`surface ${styles.form}`}
        preventScrollReset
        noValidate
      >
        <EnterButton intent={intent} />
        <FormToken />
        <input type="hidden" name="submissionId" value={typed(before?.submissionId) || submissionId} />
        <FormProblems id="register-problems" errors={errors[""] ?? undefined} />
        {failure?.code === "SIGNUP_EXISTS" ? (
          <p className={styles.lead}>
            可以<Link to={to(paths.activityEntry(activity.id))}>查看、修改或取消已有的报名</Link>。
          </p>
        ) : null}
        <CategoryField
          categories={activity.categories}
          chosen={typed(before?.category)?.trim() || chosen}
          waits={before ? before.wait === "1" : !changes}
          errors={errors.category ?? undefined}
          tells={fields.some(({ of }) => of !== undefined)}
        />
        <div className={styles.field}>
          <label htmlFor="name">姓名</label>
          <input
            id="name"
            name="name"
            className="plain-input"
            defaultValue={before ? typed(before.name) : name}
            maxLength={realNameMax}
            autoComplete="name"
            aria-invalid={errors.name ? true : undefined}
            aria-describedby={errors.name ? "name-problem name-hint" : "name-hint"}
          />
          {errors.name ? <p id="name-problem">{problem(errors.name)}</p> : null}
          <p id="name-hint" className={styles.hint}>
            写在参会凭证上，签到时核对
          </p>
        </div>
        <AnswerFields fields={fields} errors={errors} before={before} answers={answers} />
        {changes ? null : bound.length > 0 ? (
          <Bound bound={bound} chosen={typed(before?.channel)} errors={errors.channel ?? undefined} />
        ) : proof ? (
          <ProofFields
            proof={proof}
            errors={errors}
            before={before}
            intents={{ send: "send", again: "again" }}
          />
        ) : null}
        {changes ? null : (
          <Consent
            policy={registration.policy}
            agreed={before?.agreed === "1" && before.policyVersion === registration.policy?.version}
            errors={errors.agreed ?? errors.policyVersion ?? undefined}
          />
        )}
        <div className={styles.buttons}>
          <button type="submit" className="button" data-primary name="intent" value={intent} disabled={busy}>
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
      </Form>
    </div>
  );
}

interface BoundProps {
  bound: CallResponse<"activityRegistration">["bound"];
  chosen: string | undefined;
  errors: string[] | undefined;
}

/** The account's own contacts, which need no code: notices go to the one that is chosen. */
function Bound({ bound, chosen, errors }: BoundProps) {
  const names = { phone: "手机", email: "邮箱" };
  const [only] = bound;
  if (bound.length === 1 && only)
    return (
      <p className={styles.known}>
        <input type="hidden" name="channel" value={only.channel} />
        报名的消息发到你已绑定的{names[only.channel]} {only.masked}，不用再验证。
        {errors ? problem(errors) : null}
      </p>
    );
  return (
    <fieldset className={styles.choices} aria-describedby={errors ? "channel-problem" : undefined}>
      <legend>消息发到</legend>
      <div className={styles.options}>
        {bound.map(({ channel, masked }, index) => (
          <label key={channel}>
            <input
              type="radio"
              name="channel"
              value={channel}
              defaultChecked={chosen ? chosen === channel : index === 0}
            />
            {names[channel]} {masked}
          </label>
        ))}
      </div>
      {errors ? <p id="channel-problem">{problem(errors)}</p> : null}
    </fieldset>
  );
}

interface ConsentProps {
  policy: CallResponse<"activityRegistration">["policy"];
  agreed: boolean;
  errors: string[] | undefined;
}

/** Consent to the version in force; another one since the form was opened has to be read first. */
function Consent({ policy, agreed, errors }: ConsentProps) {
  const { to } = useShell();
  return (
    <div className={styles.field}>
      <input type="hidden" name="policyVersion" value={policy?.version ?? ""} />
      <label className={styles.agree}>
        <input
          key={policy?.version}
          type="checkbox"
          name="agreed"
          value="1"
          defaultChecked={agreed}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? "agreed-problem" : undefined}
        />
        <span>
          我已阅读并同意
          <a href={to(paths.policy("activeprivacyPolicy"))} target="_blank" rel="noopener">
            {policy?.title || "活动隐私政策"}
          </a>
        </span>
      </label>
      {errors ? <p id="agreed-problem">{problem(errors)}</p> : null}
    </div>
  );
}

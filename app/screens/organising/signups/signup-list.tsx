import { Form, Link, useLocation } from "@remix-run/react";
import type { SignupRow } from "contract/activities/shapes";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { ReviewButtons } from "../parts/review-buttons";
import { signupKind, signupWords } from "../parts/words";
import styles from "./signups.module.css";

interface Props {
  activityId: number;
  list: { items: Omit<SignupRow, "answers">[]; total: number };
  failure: FormFailure | undefined;
}

/** A page of sign-ups, and the one form that reviews those that are chosen. */
export function SignupList({ activityId, list, failure }: Props) {
  const { pathname, search } = useLocation();
  const chosen = new Set(givenBack(failure, "ids").values);
  return (
    <Form
      method="post"
      action={`${pathname}${search}#signups`}
      className={styles.form}
      key={pathname + search}
    >
      <NoDefaultButton />
      <FormToken />
      <p className={styles.total}>共 {list.total} 个报名。勾选要审核的，处理方式在名单下面。</p>
      <ul className={styles.rows}>
        {list.items.map((signup) => (
          <Row
            key={signup.id}
            activityId={activityId}
            signup={signup}
            chosen={chosen.has(String(signup.id))}
          />
        ))}
      </ul>
      <fieldset className={styles.doing}>
        <legend>审核勾选的报名</legend>
        <FormProblems id="review-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <FormProblems id="review-chosen" errors={givenBack(failure, "ids").errors ?? undefined} />
        <QuestionBox intents={["review:refuse"]} />
        <ReviewButtons failure={failure} />
      </fieldset>
    </Form>
  );
}

function Row({
  activityId,
  signup,
  chosen,
}: {
  activityId: number;
  signup: Omit<SignupRow, "answers">;
  chosen: boolean;
}) {
  const { to } = useShell();
  const { id, name, contact, category, state, place, team, reason, walkIn, createdAt, checkedInAt } = signup;
  return (
    <li>
      <label className={styles.choose}>
        <input type="checkbox" name="ids" value={id} defaultChecked={chosen} />
        <span className="visually-hidden">
          选择：{name}（{id}）
        </span>
      </label>
      <div className={styles.text}>
        <p>
          <Link to={to(paths.manageSignup(activityId, id))} prefetch="none">
            {name || "（已清除）"}
          </Link>{" "}
          <span className="label" data-kind={signupKind(state)}>
            {signupWords[state]}
            {place === null ? "" : ` 第 ${place} 位`}
          </span>{" "}
          {checkedInAt ? (
            <span className="label" data-kind="current">
              已签到
            </span>
          ) : null}
        </p>
        <p className="facts">
          <span>{category.name}</span>
          {contact ? <span>{contact}</span> : null}
          {team ? <span>{team}</span> : null}
          {walkIn ? <span>现场报名</span> : null}
          <RelativeTime at={createdAt} />
          {reason ? <span>原因：{reason}</span> : null}
        </p>
      </div>
    </li>
  );
}

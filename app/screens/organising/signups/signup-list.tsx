import { Link, useLocation } from "@remix-run/react";
import type { SignupRow } from "contract/activities/shapes";
import { FormProblems } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { SelectAll } from "~/forms/outcomes/select-all";
import type { FormFailure } from "~/forms/result";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { ReviewButtons, reviewIntents } from "../parts/review-buttons";
import { signupKind, signupWords } from "../parts/words";
import styles from "./signups.module.css";

interface Props {
  activityId: number;
  list: { items: Omit<SignupRow, "answers">[]; total: number; pages: number };
  failure: FormFailure | undefined;
}

/** A page of sign-ups, and the form that reviews the selected ones. */
export function SignupList({ activityId, list, failure }: Props) {
  const { pathname, search } = useLocation();
  const review = useScreenForm({ id: "review-signups", intent: reviewIntents, failure });
  return (
    <ScreenForm
      of={review}
      action={`${pathname}${search}#signups`}
      className={styles.form}
      key={pathname + search}
      problemsElsewhere
    >
      <NoDefaultButton />
      <p className={styles.total}>共 {list.total} 个报名。勾选要审核的，处理方式在名单下面。</p>
      <SelectAll />
      <ul className={styles.rows}>
        {list.items.map((signup) => (
          <Row key={signup.id} activityId={activityId} signup={signup} />
        ))}
      </ul>
      <fieldset className={styles.doing}>
        <legend>审核勾选的报名</legend>
        <FormProblems id="review-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <FormProblems id="review-chosen" errors={failure?.result.error?.ids ?? undefined} />
        <QuestionBox intents={reviewIntents} />
        {list.pages > 1 ? (
          <CheckboxField name="all" value="1" label={`符合条件的全部 ${list.total} 个，不只这一页`} />
        ) : null}
        <ReviewButtons />
      </fieldset>
    </ScreenForm>
  );
}

function Row({ activityId, signup }: { activityId: number; signup: Omit<SignupRow, "answers"> }) {
  const { to } = useShell();
  const { id, name, contact, category, state, place, team, reason, walkIn, createdAt, checkedInAt } = signup;
  return (
    <li>
      <RowChoice value={id} title={`${name}（${id}）`} />
      <div className={styles.text}>
        <p>
          <Link to={to(staffPaths.manageSignup(activityId, id))} prefetch="none">
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

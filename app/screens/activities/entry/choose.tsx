import { Link, useActionData, useNavigation } from "@remix-run/react";
import type { ActivityWhole } from "contract/activities/shapes";
import type { ReactNode } from "react";
import verification from "~/account/verification.module.css";
import { ActivityFacts, ActivityLabels } from "~/activities/activity-cards";
import type { ProofState } from "~/activities/proof.server";
import { ProofFields } from "~/activities/proof-fields";
import { seatsLeftOf } from "~/activities/words";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./entry.module.css";

interface ChooseProps {
  activity: ActivityWhole;
  proof: ProofState | null;
  signedIn: boolean;
  /** What stands above: a form of a sign-up that cannot be shown now. */
  children?: ReactNode;
}

/** The choice of a category of an activity, and a form that finds an earlier sign-up. */
export function Choose({ activity, proof, signedIn, children }: ChooseProps) {
  const { here, to } = useShell();
  const { categories, signUpOpen } = activity;
  return (
    <div className={styles.page}>
      {children}
      <section className={`surface ${styles.box}`}>
        <ActivityLabels activity={activity} />
        <h1>{activity.title}</h1>
        <ActivityFacts activity={activity} />
      </section>
      <section className={`surface ${styles.box}`} aria-labelledby="choose">
        <h2 id="choose">选择组别</h2>
        <ul className={styles.categories}>
          {categories.map(({ key, name, seats, free, waiting }) => (
            <li key={key}>
              <div>
                <b>{name}</b>
                <p className={styles.note}>{seatsLeftOf({ seats, free, waiting })}</p>
              </div>
              {signUpOpen ? (
                <Link
                  className="button"
                  data-primary={free > 0 || undefined}
                  to={to(paths.activityRegister(activity.id, { category: key }))}
                  aria-label={`${free > 0 ? "报名" : "候补"}${name}`}
                  prefetch="none"
                >
                  {free > 0 ? "报名" : "候补"}
                </Link>
              ) : (
                <span className={styles.note}>现在不能报名</span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={`surface ${styles.box}`} aria-labelledby="find">
        <h2 id="find">找我的报名</h2>
        {signedIn ? (
          <p className={styles.note}>你还没有报名这个活动。</p>
        ) : (
          <p className={styles.said}>
            用账号报的名，<a href={paths.login(here)}>登录</a>后就能看到。
          </p>
        )}
        {proof ? <Find proof={proof} /> : null}
      </section>
    </div>
  );
}

/** The form that finds a guest's sign-up, by a code to the guest's contact. */
function Find({ proof }: { proof: ProofState }) {
  const answer = useActionData();
  const busy = useNavigation().state === "submitting";
  const failure =
    failureOf(answer, "find") ?? failureOf(answer, "find-send") ?? failureOf(answer, "find-again");
  const form = useScreenForm({
    id: "find-form",
    intent: "find",
    failure,
    defaultValue: { contact: proof.contact },
  });
  if (proof.proved)
    return <p className={styles.note}>{proof.proved} 没有报名这个活动，可以直接选择组别报名，不用再验证。</p>;
  return (
    <FieldProvider>
      <ScreenForm of={form} className={verification.form} preventScrollReset replace>
        <EnterButton intent="find" />
        <p className={styles.said}>没有账号时报的名，用报名的联系方式验证后查看。</p>
        <ProofFields proof={proof} intents={{ send: "find-send", again: "find-again" }} />
        <div className={styles.buttons}>
          <button type="submit" className="button" data-primary name="intent" value="find" disabled={busy}>
            查看我的报名
          </button>
        </div>
      </ScreenForm>
    </FieldProvider>
  );
}
